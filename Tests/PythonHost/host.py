"""A host in another language, by the article 'Hosts' alone; with a word, one that is broken."""

import json
import signal
import sys

how = sys.argv[1] if len(sys.argv) > 1 else ""
output = sys.stdout
sys.stdout = sys.stderr
state = None


def reduced(line):
    if line["action"] == {"touch": {}}:
        if how == "hang":
            print("waiting for the server")
            signal.pause()
        if how == "crash":
            sys.exit("no such product")
        return {**state, "value": "recorded"}
    return {**state, "count": state["count"] + line["action"]["count"]["by"]}


def answer(method, parameters):
    global state
    if method == "host.info":
        return {"version": 7 if how == "version" else 1, "stores": [] if how == "empty" else [{"name": "main"}]}
    state = parameters.get("state", state)
    steps = []
    for line in parameters["lines"]:
        if how == "undecodable":
            return {"steps": steps + [{"undecodable": "no type of that name"}]}
        state = reduced(line)
        steps.append({"state": state})
    return {"steps": steps}


if how == "ends":
    sys.exit("no licence")
for text in sys.stdin:
    request = json.loads(text)
    if how == "rubbish":
        output.write("Hello from the app!\n")
    message = {"jsonrpc": "2.0", "id": request["id"], "result": answer(request["method"], request.get("params", {}))}
    output.write(json.dumps(message) + "\n")
    output.flush()
