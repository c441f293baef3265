/// The server's initial data, all of it made up.
let bundledJSON = #"""
    {
        "shows": [
            {"title": "Office Hours", "network": "Channel Nine", "episodes": [
                {"id": 11, "season": 2, "number": 7, "title": "The Stapler Summit", "airs": "2026-11-23", "rating": 8.1, "guests": ["Mara Quill"],
                 "summary": "Two departments claim the last stapler. A committee is formed, then a committee about the committee, and Dolores hides the evidence in the cake."},
                {"id": 12, "season": 2, "number": 8, "title": "Casual Thursday", "airs": "2026-11-30", "rating": 7.6, "guests": ["Ned Farrow", "Ida Wren"],
                 "summary": "A typing error moves casual Friday forward by a day. Nobody dares to be the first to come in a tie."},
                {"id": 13, "season": 2, "number": 9, "title": "Reply All", "airs": "2026-12-07", "rating": 9.0, "guests": [],
                 "summary": "One letter goes to eleven thousand people. By noon there is a choir."}
            ]},
            {"title": "The Last Lighthouse", "network": "Harbour", "episodes": [
                {"id": 21, "season": 1, "number": 3, "title": "Fog Signal", "airs": "2026-11-22", "rating": 8.8, "guests": ["Tove Lind"],
                 "summary": "The horn sounds though nobody is at the lever. Edda rows out to count the ships, and counts one too many."},
                {"id": 22, "season": 1, "number": 4, "title": "The Keeper's Ledger", "airs": "2026-11-29", "rating": 8.4, "guests": [],
                 "summary": "A page is missing from 1911. The next keeper wrote it again, in another hand."},
                {"id": 23, "season": 1, "number": 5, "title": "Low Water", "airs": "2026-12-06", "rating": 8.9, "guests": ["Tove Lind", "Jon Aske"],
                 "summary": "What the tide uncovers was never lost, only put there."}
            ]},
            {"title": "Night Bus to Orion", "network": "Starline", "episodes": [
                {"id": 31, "season": 3, "number": 1, "title": "All Change Please", "airs": "2026-11-24", "rating": 7.9, "guests": ["Pax Oyelaran"],
                 "summary": "The 404 leaves the depot with one passenger too few and arrives with one planet too many."},
                {"id": 32, "season": 3, "number": 2, "title": "Exact Fare Only", "airs": "2026-12-01", "rating": 8.0, "guests": [],
                 "summary": "A currency that can't be divided meets a driver who can't round."},
                {"id": 33, "season": 3, "number": 3, "title": "Lost Property", "airs": "2026-12-08", "rating": 8.5, "guests": ["Wim Bakker"],
                 "summary": "An umbrella is claimed by four species. Only one of them has rain."}
            ]},
            {"title": "Bread and Alibis", "network": "Channel Nine", "episodes": [
                {"id": 41, "season": 4, "number": 11, "title": "Sourdough", "airs": "2026-11-25", "rating": 7.2, "guests": ["Gus Palomar"],
                 "summary": "The starter is older than the house, and it is the only witness."},
                {"id": 42, "season": 4, "number": 12, "title": "A Proving Drawer", "airs": "2026-12-02", "rating": 7.7, "guests": [],
                 "summary": "Inspector Roux proves something, but only the dough rises to it."}
            ]},
            {"title": "Parallel Parking", "network": "Kite", "episodes": [
                {"id": 51, "season": 1, "number": 1, "title": "Pilot", "airs": "2026-11-26", "rating": 6.9, "guests": [],
                 "summary": "Two driving schools open on the same street, in the same minute, with the same name."},
                {"id": 52, "season": 1, "number": 2, "title": "Mirror, Signal", "airs": "2026-12-03", "rating": 7.4, "guests": ["Ana Sorrel"],
                 "summary": "Somebody has been taking the test for everybody, and failing."},
                {"id": 53, "season": 1, "number": 3, "title": "Three-Point Turn", "airs": "2026-12-10", "rating": 7.8, "guests": [],
                 "summary": "The street is closed at both ends. The lesson goes on."}
            ]},
            {"title": "The Archivist", "network": "Harbour", "episodes": [
                {"id": 61, "season": 5, "number": 2, "title": "Misfiled", "airs": "2026-11-27", "rating": 8.7, "guests": ["Solveig Moe"],
                 "summary": "A folder is found under a letter that the alphabet doesn't have."},
                {"id": 62, "season": 5, "number": 3, "title": "Out of Office", "airs": "2026-12-04", "rating": 8.3, "guests": [],
                 "summary": "The archivist takes a holiday, and the past takes its chance."}
            ]},
            {"title": "Small Hours", "network": "Starline", "episodes": [
                {"id": 71, "season": 2, "number": 1, "title": "Four in the Morning", "airs": "2026-11-28", "rating": 8.2, "guests": ["Lou Castellan"],
                 "summary": "Radio, rain and a caller who knows tomorrow's weather."},
                {"id": 72, "season": 2, "number": 2, "title": "Dead Air", "airs": "2026-12-05", "rating": 9.1, "guests": ["Lou Castellan"],
                 "summary": "Ninety seconds of silence are played backwards. Somebody answers."}
            ]}
        ],
        "comments": [
            {"id": 101, "episode": 11, "author": "bob", "text": "The cake! I knew it."},
            {"id": 102, "episode": 11, "author": "cleo", "text": "Best committee since season one."},
            {"id": 103, "episode": 21, "author": "grace", "text": "I rewound the horn three times."},
            {"id": 104, "episode": 13, "author": "bob", "text": "The choir deserves its own show."},
            {"id": 105, "episode": 72, "author": "cleo", "text": "Do not watch this one alone."}
        ]
    }
    """#
