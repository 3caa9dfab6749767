-- The score book, an SQLite file. Its version is user_version.

-- What runs are compared within. The counts are kept by triggers, so that the Scores screen reads
-- one row for each category, however many runs there are.
CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    algorithm TEXT NOT NULL,            -- or 'loaded'
    design TEXT NOT NULL,               -- algorithm and options without the seed, or 'loaded'
    cols INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    rules TEXT NOT NULL,                -- rules and assists of the easiest moment of a run
    runs INTEGER NOT NULL DEFAULT 0,    -- finished runs
    ranked INTEGER NOT NULL DEFAULT 0,  -- the ranked ones; what follows counts them only
    perfect INTEGER NOT NULL DEFAULT 0, -- those of 1000 points
    efficiency REAL NOT NULL DEFAULT 0, -- the sum of their efficiencies
    best_score INTEGER,                 -- NULL: there is none
    best_pace REAL,                     -- cells of the shortest path per second, the fastest of
                                        -- those with the best score
    UNIQUE (design, cols, rows, rules)
);

-- What is known of each maze: whether somebody walked it before, and the best walk of it.
CREATE TABLE mazes (
    level TEXT PRIMARY KEY,             -- the game ID, or maze: and a hash
    first TEXT NOT NULL,                -- the only walk that can be ranked; empty for none
    walked INTEGER NOT NULL,            -- the most steps of that walk that are known
    shown INTEGER NOT NULL,             -- 1: its path was shown
    runs INTEGER NOT NULL DEFAULT 0,    -- finished runs
    best_score INTEGER,                 -- of all runs, practice too, that did not see the path
    best_ms INTEGER                     -- the fastest of those with the best score
) WITHOUT ROWID;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,           -- the same run is never written twice
    category INTEGER NOT NULL REFERENCES categories (id),
    level TEXT NOT NULL REFERENCES mazes (level),
    maze TEXT NOT NULL,                 -- what a loaded maze was called; empty for others
    ranked INTEGER NOT NULL,            -- 0: practice, path shown, or too short a path
    shown INTEGER NOT NULL,             -- 1: the path was shown during the run
    steps INTEGER NOT NULL,
    dist_min INTEGER NOT NULL,
    ms INTEGER NOT NULL,                -- on the stopwatch
    hints INTEGER NOT NULL,
    score INTEGER NOT NULL,
    stars INTEGER NOT NULL,
    medal TEXT NOT NULL,                -- empty for none
    series TEXT NOT NULL,               -- what it is a part of, e.g. 'daily:2026-03-01', or empty
    done INTEGER NOT NULL,              -- when, in ms since 1970, UTC
    day INTEGER NOT NULL                -- the player's own date, in days since 0001-01-01
);
CREATE INDEX runs_by_level ON runs (level, shown, score, ms);
CREATE INDEX runs_by_day ON runs (day);
CREATE INDEX runs_by_series ON runs (series);

-- The ranked try of each daily maze: its first walk that began on the UTC date of the maze.
CREATE TABLE dailies (
    date TEXT PRIMARY KEY,              -- YYYY-MM-DD
    walk TEXT NOT NULL,                 -- the name of the walk
    began INTEGER NOT NULL,             -- when, in ms since 1970, UTC
    late INTEGER NOT NULL,              -- 1: a try of a later date was there: the clock was moved
    run INTEGER REFERENCES runs (id)    -- NULL until B is reached
) WITHOUT ROWID;

CREATE TABLE walks (
    run INTEGER PRIMARY KEY REFERENCES runs (id),
    moves BLOB NOT NULL,                -- two bits a step, deflated
    times BLOB NOT NULL                 -- ms since the step before, deflated
);

-- Whom a run was a race against.
CREATE TABLE rivals (
    run INTEGER NOT NULL REFERENCES runs (id),
    place INTEGER NOT NULL,             -- in the order in which the player chose them
    rival TEXT NOT NULL,                -- what it is, e.g. 'shortest' or 'ghost'; 'tremaux@3.2' had
                                        -- the start of a pursuit by a player of that usual pace
    pace REAL NOT NULL,                 -- cells per second; 0 for a ghost
    ms INTEGER,                         -- when it was at B; NULL: never
    won INTEGER NOT NULL,               -- 1: the player was there first
    PRIMARY KEY (run, place)
) WITHOUT ROWID;

-- The walk of the rival 'ghost'.
CREATE TABLE ghosts (
    run INTEGER PRIMARY KEY REFERENCES runs (id),
    steps INTEGER NOT NULL,
    moves BLOB NOT NULL,                -- as in walks
    times BLOB NOT NULL
);

CREATE TABLE races (
    rival TEXT NOT NULL,
    pace REAL NOT NULL,
    races INTEGER NOT NULL,
    won INTEGER NOT NULL,
    PRIMARY KEY (rival, pace)
) WITHOUT ROWID;

-- What the walks say about the player.
CREATE TABLE habits (
    run INTEGER PRIMARY KEY REFERENCES runs (id),
    junctions INTEGER NOT NULL,
    right INTEGER NOT NULL,             -- those left by the right exit at first sight
    corridor_steps INTEGER NOT NULL,
    corridor_ms INTEGER NOT NULL,
    junction_steps INTEGER NOT NULL,
    junction_ms INTEGER NOT NULL
);

CREATE TRIGGER count_category AFTER INSERT ON runs BEGIN
    UPDATE categories SET
        runs = runs + 1,
        ranked = ranked + new.ranked,
        perfect = perfect + (new.ranked AND new.score = 1000),
        efficiency = efficiency + CASE
            WHEN NOT new.ranked THEN 0.0
            WHEN new.steps = 0 THEN 1.0
            ELSE 1.0 * new.dist_min / new.steps
        END,
        best_pace = CASE
            WHEN NOT new.ranked THEN best_pace
            WHEN best_score IS NULL OR new.score > best_score
                THEN 1000.0 * new.dist_min / max(new.ms, 1)
            WHEN new.score = best_score
                THEN max(best_pace, 1000.0 * new.dist_min / max(new.ms, 1))
            ELSE best_pace
        END,
        best_score = CASE
            WHEN NOT new.ranked THEN best_score
            ELSE max(new.score, coalesce(best_score, 0))
        END
    WHERE id = new.category;
END;

CREATE TRIGGER count_maze AFTER INSERT ON runs BEGIN
    UPDATE mazes SET
        runs = runs + 1,
        shown = max(shown, new.shown),
        best_ms = CASE
            WHEN new.shown THEN best_ms
            WHEN best_score IS NULL OR new.score > best_score THEN new.ms
            WHEN new.score = best_score THEN min(best_ms, new.ms)
            ELSE best_ms
        END,
        best_score = CASE
            WHEN new.shown THEN best_score
            ELSE max(new.score, coalesce(best_score, 0))
        END
    WHERE level = new.level;
END;

CREATE TRIGGER count_race AFTER INSERT ON rivals BEGIN
    INSERT INTO races VALUES (new.rival, new.pace, 1, new.won)
    ON CONFLICT DO UPDATE SET races = races + 1, won = won + excluded.won;
END;
