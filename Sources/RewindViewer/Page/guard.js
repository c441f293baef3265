// What runs before the page's script, in words that every browser has: one that can't read that script is too old.

/** Says that the browser is too old. */
function tellAge() {
  var ending = document.getElementById("ending");
  ending.className = "problem";
  ending.textContent = "This browser is too old for this page: it takes Safari 17, Chromium or Edge 100, Firefox 115, or later."
    + " The command rewind reads this file, too.";
}
document.getElementById("keys").hidden = false;
document.getElementById("title").textContent = "Recording";
document.getElementById("ending").textContent = "Opening the recording…";
addEventListener("error", function () { if (!window.rewind) tellAge(); });
