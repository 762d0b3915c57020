import { type Arriving, arrivalLines } from '../rows/arrivals.ts'

export const sessionArrivals: Arriving = {
  table: 'sessions',
  number: 'number',
  at: 'started_at',
  lines: 'session_arrivals',
}

/**
 * The tables of turns, and then what finds rows in them; a change is a new step.
 *
 * - `sessions`: what a session is now. `work_*` is what runs in it, or ran when its process ended; `is_retired` is 1
 *   once it has expired, and then only its transcript counts.
 *   `owner` tells apart the sessions of one id; empty where there is none.
 *   `weight` is what it takes with its turns, bytes.
 * - `turns`: the last 64 of each session. `key` is null for the end of a session; `reply` is null until it is answered.
 * - `effects`: what must not be done twice. `holder` is null for one that was left, `outcome` until it is concluded.
 *   `whose` is the digest of a phone or of an entry's id; null until then.
 * - `resumables`: the states that may be resumed, which outlive their sessions. `sessions.resume_key` says which one a
 *   session keeps up to date; `session` is 0 for what belongs to none. `ended` is null but for the end of a session:
 *   the epoch ms at which its last screen went out, 0 before that, -1 where the subscriber has left.
 * - `session_arrivals`: when sessions began, a row for so many: where a list of a time begins and ends.
 * - `erasures`: what tools beside the application ask it to forget: a session, or the outcome of an effect for another.
 */
export const turnsSchema: readonly string[] = [
  `
  CREATE TABLE registrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    registration INTEGER NOT NULL,
    kind TEXT NOT NULL,
    session_id TEXT NOT NULL,
    phone TEXT NOT NULL,
    phone_key TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    expiry INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    is_retired INTEGER NOT NULL,
    is_over INTEGER NOT NULL,
    masks_answer INTEGER NOT NULL,
    was_fenced INTEGER NOT NULL,
    was_ended INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    fallbacks INTEGER NOT NULL,
    forgotten_to INTEGER NOT NULL,
    state TEXT,
    late TEXT,
    work_turn INTEGER,
    work_fence TEXT,
    work_holder INTEGER,
    work_attempt TEXT,
    work_facts TEXT,
    resume_key TEXT,
    weight INTEGER NOT NULL DEFAULT 1024,
    owner TEXT NOT NULL
  ) STRICT;

  CREATE TABLE turns (
    session INTEGER NOT NULL,
    number INTEGER NOT NULL,
    key TEXT,
    at INTEGER NOT NULL,
    sequence INTEGER,
    type TEXT NOT NULL,
    entered TEXT,
    screen TEXT,
    source TEXT,
    ms REAL,
    reply TEXT,
    closed_with TEXT,
    finished_with TEXT,
    PRIMARY KEY (session, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE effects (
    registration INTEGER NOT NULL,
    key TEXT NOT NULL,
    attempt TEXT NOT NULL,
    told TEXT NOT NULL,
    holder INTEGER,
    outcome TEXT,
    until INTEGER NOT NULL,
    name TEXT,
    whose TEXT,
    PRIMARY KEY (registration, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE resumables (
    registration INTEGER NOT NULL,
    key TEXT NOT NULL,
    session INTEGER NOT NULL,
    state TEXT,
    until INTEGER NOT NULL,
    ended INTEGER,
    PRIMARY KEY (registration, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE erasures (
    number INTEGER PRIMARY KEY,
    registration INTEGER NOT NULL,
    session INTEGER,
    effect TEXT,
    outcome TEXT
  ) STRICT;

  ${arrivalLines(sessionArrivals)}
  `,
  `
  CREATE INDEX sessions_by_id ON sessions (registration, session_id);
  CREATE INDEX sessions_by_phone ON sessions (registration, phone_key);
  CREATE INDEX sessions_by_expiry ON sessions (registration, is_retired, expires_at);
  CREATE INDEX sessions_by_kind ON sessions (kind, registration);
  CREATE INDEX effects_by_time ON effects (registration, until);
  CREATE INDEX effects_by_whose ON effects (registration, whose) WHERE whose IS NOT NULL;
  CREATE INDEX resumables_by_time ON resumables (registration, until)
  `,
]
