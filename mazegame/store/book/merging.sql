-- The runs of the book "aside" into the book "main", in one transaction. Those of "aside" are the
-- earlier ones. Rows with values of wrong types go through as they are.

PRAGMA defer_foreign_keys = ON;

CREATE TEMP TABLE taken AS
    SELECT id, uid FROM aside.runs WHERE uid NOT IN (SELECT uid FROM main.runs);

-- A maze that was known before makes later runs of it practice.
UPDATE main.runs SET ranked = 0
WHERE uid NOT IN (SELECT uid FROM aside.runs) AND level IN (
    SELECT level FROM main.mazes AS now JOIN aside.mazes AS old USING (level)
    WHERE old.first != now.first OR old.shown OR old.runs
);

-- The runs of main move behind those of aside. Their numbers are negative on the way, so that no two
-- are the same.
CREATE TEMP TABLE shift AS
    SELECT CASE WHEN EXISTS (SELECT 1 FROM taken) THEN ifnull(max(id), 0) ELSE 0 END AS by
    FROM aside.runs;
UPDATE main.runs SET id = -(id + (SELECT by FROM shift));
UPDATE main.walks SET run = -(run + (SELECT by FROM shift));
UPDATE main.rivals SET run = -(run + (SELECT by FROM shift));
UPDATE main.ghosts SET run = -(run + (SELECT by FROM shift));
UPDATE main.habits SET run = -(run + (SELECT by FROM shift));
UPDATE main.dailies SET run = -(run + (SELECT by FROM shift)) WHERE run IS NOT NULL;
UPDATE main.runs SET id = -id;
UPDATE main.walks SET run = -run;
UPDATE main.rivals SET run = -run;
UPDATE main.ghosts SET run = -run;
UPDATE main.habits SET run = -run;
UPDATE main.dailies SET run = -run WHERE run IS NOT NULL;

INSERT OR IGNORE INTO main.categories (algorithm, design, cols, rows, rules)
    SELECT algorithm, design, cols, rows, rules FROM aside.categories ORDER BY id;

INSERT INTO main.mazes (level, first, walked, shown)
    SELECT level, first, walked, shown FROM aside.mazes WHERE true
    ON CONFLICT DO UPDATE SET
        shown = max(shown, excluded.shown),
        walked = max(excluded.walked, CASE WHEN first = excluded.first THEN walked ELSE 0 END),
        first = excluded.first;

INSERT INTO main.runs (
    id, uid, category, level, maze, ranked, shown, steps, dist_min, ms, hints, score, stars, medal,
    series, done, day
)
    SELECT
        old.id, old.uid, here.id, old.level, old.maze, old.ranked, old.shown, old.steps,
        old.dist_min, old.ms, old.hints, old.score, old.stars, old.medal, old.series, old.done, old.day
    FROM taken JOIN aside.runs AS old USING (id)
    JOIN aside.categories AS there ON there.id = old.category
    JOIN main.categories AS here
        ON (here.design, here.cols, here.rows, here.rules)
        = (there.design, there.cols, there.rows, there.rules)
    ORDER BY old.id;

INSERT INTO main.walks SELECT * FROM aside.walks WHERE run IN (SELECT id FROM taken);
INSERT INTO main.rivals SELECT * FROM aside.rivals WHERE run IN (SELECT id FROM taken);
INSERT INTO main.ghosts SELECT * FROM aside.ghosts WHERE run IN (SELECT id FROM taken);
INSERT INTO main.habits SELECT * FROM aside.habits WHERE run IN (SELECT id FROM taken);

-- The earlier try of a date counts. One walk may be in both, and be finished in either.
INSERT INTO main.dailies (date, walk, began, late, run)
    SELECT date, walk, began, late, (
        SELECT here.id FROM main.runs AS here JOIN aside.runs AS old USING (uid)
        WHERE old.id = tries.run
    ) FROM aside.dailies AS tries WHERE true
    ON CONFLICT DO UPDATE SET
        run = CASE WHEN walk = excluded.walk THEN ifnull(run, excluded.run) ELSE excluded.run END,
        walk = excluded.walk,
        began = excluded.began,
        late = excluded.late
    WHERE excluded.began <= began;

-- The counts of the triggers, again from the runs. A round of a duel is no best of its maze.
UPDATE main.mazes SET
    runs = (SELECT count(*) FROM main.runs AS r WHERE r.level = mazes.level),
    best_score = (
        SELECT max(score) FROM main.runs AS r
        WHERE r.level = mazes.level AND NOT r.shown AND r.series NOT GLOB 'duel:*'
    );
UPDATE main.mazes SET best_ms = (
    SELECT min(ms) FROM main.runs AS r
    WHERE r.level = mazes.level AND NOT r.shown AND r.series NOT GLOB 'duel:*'
        AND r.score = mazes.best_score
);
UPDATE main.categories SET (runs, ranked, perfect, efficiency, best_score) = (
    SELECT
        count(*),
        ifnull(sum(r.ranked), 0),
        ifnull(sum(r.ranked AND r.score = 1000), 0),
        ifnull(sum(CASE
            WHEN NOT r.ranked THEN 0.0
            WHEN r.steps = 0 THEN 1.0
            ELSE 1.0 * r.dist_min / r.steps
        END), 0.0),
        max(CASE WHEN r.ranked THEN r.score END)
    FROM main.runs AS r WHERE r.category = categories.id
);
UPDATE main.categories SET best_pace = (
    SELECT max(1000.0 * r.dist_min / max(r.ms, 1)) FROM main.runs AS r
    WHERE r.category = categories.id AND r.ranked AND r.score = categories.best_score
);
-- Runs whose clocks started with the reveal are ordered by pace; a hint costs HINT_COST_SECONDS.
UPDATE main.categories SET (best_score, best_pace) = (
    SELECT r.score, max(1000.0 * r.dist_min / max(r.ms + 5000 * r.hints, 1))
    FROM main.runs AS r WHERE r.category = categories.id AND r.ranked
) WHERE ' ' || rules || ' ' GLOB '* reveal *';

DROP TABLE temp.taken;
DROP TABLE temp.shift;
