/// The server's initial data, all of it made up.
let bundledJSON = #"""
    {
        "episodes": [
            {"episode": {"id": 11, "show": "Office Hours", "season": 2, "number": 7, "title": "The Stapler Summit", "airs": "2026-11-23"}, "network": "Channel Nine", "rating": 8.1, "guests": ["Mara Quill"],
             "summary": "Two departments claim the last stapler. A committee is formed, then a committee about the committee, and Dolores hides the evidence in the cake."},
            {"episode": {"id": 12, "show": "Office Hours", "season": 2, "number": 8, "title": "Casual Thursday", "airs": "2026-11-30"}, "network": "Channel Nine", "rating": 7.6, "guests": ["Ned Farrow", "Ida Wren"],
             "summary": "A typing error moves casual Friday forward by a day. Nobody dares to be the first to come in a tie."},
            {"episode": {"id": 13, "show": "Office Hours", "season": 2, "number": 9, "title": "Reply All", "airs": "2026-12-07"}, "network": "Channel Nine", "rating": 9.0, "guests": [],
             "summary": "One letter goes to eleven thousand people. By noon there is a choir."},
            {"episode": {"id": 21, "show": "The Last Lighthouse", "season": 1, "number": 3, "title": "Fog Signal", "airs": "2026-11-22"}, "network": "Harbour", "rating": 8.8, "guests": ["Tove Lind"],
             "summary": "The horn sounds though nobody is at the lever. Edda rows out to count the ships, and counts one too many."},
            {"episode": {"id": 22, "show": "The Last Lighthouse", "season": 1, "number": 4, "title": "The Keeper's Ledger", "airs": "2026-11-29"}, "network": "Harbour", "rating": 8.4, "guests": [],
             "summary": "A page is missing from 1911. The next keeper wrote it again, in another hand."},
            {"episode": {"id": 23, "show": "The Last Lighthouse", "season": 1, "number": 5, "title": "Low Water", "airs": "2026-12-06"}, "network": "Harbour", "rating": 8.9, "guests": ["Tove Lind", "Jon Aske"],
             "summary": "What the tide uncovers was never lost, only put there."},
            {"episode": {"id": 31, "show": "Night Bus to Orion", "season": 3, "number": 1, "title": "All Change Please", "airs": "2026-11-24"}, "network": "Starline", "rating": 7.9, "guests": ["Pax Oyelaran"],
             "summary": "The 404 leaves the depot with one passenger too few and arrives with one planet too many."},
            {"episode": {"id": 32, "show": "Night Bus to Orion", "season": 3, "number": 2, "title": "Exact Fare Only", "airs": "2026-12-01"}, "network": "Starline", "rating": 8.0, "guests": [],
             "summary": "A currency that can't be divided meets a driver who can't round."},
            {"episode": {"id": 33, "show": "Night Bus to Orion", "season": 3, "number": 3, "title": "Lost Property", "airs": "2026-12-08"}, "network": "Starline", "rating": 8.5, "guests": ["Wim Bakker"],
             "summary": "An umbrella is claimed by four species. Only one of them has rain."},
            {"episode": {"id": 41, "show": "Bread and Alibis", "season": 4, "number": 11, "title": "Sourdough", "airs": "2026-11-25"}, "network": "Channel Nine", "rating": 7.2, "guests": ["Gus Palomar"],
             "summary": "The starter is older than the house, and it is the only witness."},
            {"episode": {"id": 42, "show": "Bread and Alibis", "season": 4, "number": 12, "title": "A Proving Drawer", "airs": "2026-12-02"}, "network": "Channel Nine", "rating": 7.7, "guests": [],
             "summary": "Inspector Roux proves something, but only the dough rises to it."},
            {"episode": {"id": 51, "show": "Parallel Parking", "season": 1, "number": 1, "title": "Pilot", "airs": "2026-11-26"}, "network": "Kite", "rating": 6.9, "guests": [],
             "summary": "Two driving schools open on the same street, in the same minute, with the same name."},
            {"episode": {"id": 52, "show": "Parallel Parking", "season": 1, "number": 2, "title": "Mirror, Signal", "airs": "2026-12-03"}, "network": "Kite", "rating": 7.4, "guests": ["Ana Sorrel"],
             "summary": "Somebody has been taking the test for everybody, and failing."},
            {"episode": {"id": 53, "show": "Parallel Parking", "season": 1, "number": 3, "title": "Three-Point Turn", "airs": "2026-12-10"}, "network": "Kite", "rating": 7.8, "guests": [],
             "summary": "The street is closed at both ends. The lesson goes on."},
            {"episode": {"id": 61, "show": "The Archivist", "season": 5, "number": 2, "title": "Misfiled", "airs": "2026-11-27"}, "network": "Harbour", "rating": 8.7, "guests": ["Solveig Moe"],
             "summary": "A folder is found under a letter that the alphabet doesn't have."},
            {"episode": {"id": 62, "show": "The Archivist", "season": 5, "number": 3, "title": "Out of Office", "airs": "2026-12-04"}, "network": "Harbour", "rating": 8.3, "guests": [],
             "summary": "The archivist takes a holiday, and the past takes its chance."},
            {"episode": {"id": 71, "show": "Small Hours", "season": 2, "number": 1, "title": "Four in the Morning", "airs": "2026-11-28"}, "network": "Starline", "rating": 8.2, "guests": ["Lou Castellan"],
             "summary": "Radio, rain and a caller who knows tomorrow's weather."},
            {"episode": {"id": 72, "show": "Small Hours", "season": 2, "number": 2, "title": "Dead Air", "airs": "2026-12-05"}, "network": "Starline", "rating": 9.1, "guests": ["Lou Castellan"],
             "summary": "Ninety seconds of silence are played backwards. Somebody answers."}
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
