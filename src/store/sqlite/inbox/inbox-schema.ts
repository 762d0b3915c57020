import { type Arriving, arrivalLines } from '../rows/arrivals.ts'
import { nameIndex } from '../rows/name-blocks.ts'

export const entryArrivals: Arriving = { table: 'entries', number: 'seq', at: 'received_at', lines: 'arrivals' }

/**
 * The inbox's tables, and then what finds rows in them; a change is a new step.
 *
 * What is written once stands apart from what changes, so that accepting and settling only add rows at the end of
 * tables: few pages a group, none split. `open_entries` is as small as the work at hand.
 *
 * - `entries`: what was accepted. `identity` is the digest that `keys` finds it by; null for those that were rejected.
 *   `session` is null but for payments of sessions: its index costs the others nothing. `phone` and `other_phone` are
 *   digests. How they are found by names: `name-blocks.ts`.
 * - `ends`: how an entry ended. One that has a row here has none in `open_entries`, and the other way round.
 * - `open_entries`: what waits or runs. `head` is 1 for the one of its lane that may be claimed once it is due; `wait` is
 *   the span that `due_at` was made of, ms; `waited` is the sum of them; `reason` says what it waits for.
 * - `keys`: digests of identities and ids. Random by nature, so it is filled later and in order: see `key-index.ts`.
 * - `key_floors`: up to which entry each part of `keys` is filled.
 * - `usage`: what each registration has in the file, bytes: `Usage`.
 * - `milestones`: when every so manieth identity was accepted, so that the oldest can be forgotten by their time.
 * - `requests`: what tools beside the application ask it to try again.
 * - `erasures`: what such tools ask it to forget or, with a payload, to put that in its place.
 * - `reviews`: which entries a person should look at, and who did; `reasons` is a list as JSON.
 * - `trail`: what people did. Tools add lines beside the application; `registration` is its name, and `weight` is what a
 *   line takes, bytes.
 * - `arrivals`: when entries arrived, a row for so many: where a list of a time begins and ends.
 * - `stops`: which kinds of push are stopped, by the names of their registrations. Tools write here too.
 */
export const inboxSchema: readonly string[] = [
  `
  CREATE TABLE registrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    registration INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    lane TEXT NOT NULL,
    reference TEXT,
    session TEXT,
    conflicts_with TEXT,
    received_at INTEGER NOT NULL,
    accepted_at INTEGER NOT NULL,
    form TEXT NOT NULL,
    identity BLOB,
    identity_until INTEGER,
    fingerprint TEXT,
    payload BLOB NOT NULL,
    phone TEXT,
    other_phone TEXT
  ) STRICT;

  CREATE TABLE ends (
    seq INTEGER PRIMARY KEY,
    registration INTEGER NOT NULL,
    state TEXT NOT NULL,
    finished_at INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    replay INTEGER NOT NULL,
    attempts TEXT NOT NULL,
    reason TEXT
  ) STRICT;

  CREATE TABLE open_entries (
    registration INTEGER NOT NULL,
    lane TEXT NOT NULL,
    seq INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    head INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    replay INTEGER NOT NULL,
    attempts TEXT NOT NULL,
    wait INTEGER NOT NULL,
    waited INTEGER NOT NULL,
    reason TEXT,
    PRIMARY KEY (registration, lane, seq)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    key BLOB PRIMARY KEY,
    registration INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    accepted_at INTEGER NOT NULL,
    until INTEGER,
    fingerprint TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE key_floors (part INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;

  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE requests (seq INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE usage (
    registration INTEGER NOT NULL,
    what TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (registration, what)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE milestones (
    registration INTEGER NOT NULL,
    added INTEGER NOT NULL,
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (registration, added)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reviews (
    seq INTEGER PRIMARY KEY,
    registration INTEGER NOT NULL,
    reasons TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    settled_at INTEGER,
    settled_by TEXT,
    note TEXT
  ) STRICT;

  CREATE TABLE trail (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    registration TEXT NOT NULL,
    at INTEGER NOT NULL,
    weight INTEGER NOT NULL,
    person TEXT,
    act TEXT NOT NULL,
    entry TEXT,
    about TEXT,
    reason TEXT
  ) STRICT;

  CREATE TABLE erasures (seq INTEGER PRIMARY KEY, payload BLOB) STRICT;

  CREATE TABLE stops (
    registration TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    person TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (registration, kind)
  ) STRICT;

  ${arrivalLines(entryArrivals)}
  `,
  // Of a kind first: else SQLite takes it for any registration.
  `
  CREATE INDEX entries_unread ON entries (registration, seq) WHERE identity IS NULL;
  CREATE INDEX entries_conflicts ON entries (registration, seq) WHERE conflicts_with IS NOT NULL;
  CREATE INDEX entries_kind ON entries (kind, registration);
  ${(['phone', 'other_phone', 'reference', 'session'] as const).map(nameIndex).join(';')};
  CREATE INDEX ends_by_state ON ends (registration, state, finished_at);
  CREATE INDEX ends_dead ON ends (registration, seq) WHERE state = 'dead';
  CREATE INDEX ends_rejected ON ends (registration, seq) WHERE state = 'rejected';
  CREATE INDEX open_heads ON open_entries (registration, due_at) WHERE head = 1;
  CREATE INDEX reviews_open ON reviews (registration, seq) WHERE settled_at IS NULL;
  CREATE INDEX trail_lines ON trail (registration, seq);
  CREATE INDEX trail_entries ON trail (registration, entry, seq) WHERE entry IS NOT NULL
  `,
]
