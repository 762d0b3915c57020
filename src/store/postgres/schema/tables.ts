/** Within a function, whatever the application has set for itself: what is told to be durable is on the disk. */
export const durable = `IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;`

/** Within a function: whether the process `p_owner` has given a sign of life a moment ago. */
export function isAlive(schema: string): string {
  return `EXISTS (
    SELECT FROM ${schema}.instances i WHERE i.id = p_owner AND i.seen_at > clock_timestamp() - interval '8 seconds'
  )`
}

/**
 * The tables. What is looked at all the time, `active`, holds only entries that wait or run, in narrow rows; a done
 * entry costs it nothing, however many there are. `due_at` of a row that stands behind another is `infinity`.
 *
 * - `entries`: `phone` and `other_phone` are digests. `reason` says why an entry was rejected, or what it waits for. `review` has the
 *   reasons why a person should look at it, a list as JSON; null for the many that nobody needs to look at.
 *   What changes when one is done stands in no index and in no index's condition, and its page has room for what it becomes: then the
 *   server writes no index anew, which halves a settle. So `state` has `aside` beside it, and `finished_at` has `swept_from`: the minute
 *   of the arrival, or of a later end. Nearly all end within that minute.
 * - `identities` are forgotten by age. Pages that were emptied are filled with new ones, so a summary of pages by age would find them all.
 * - `arrivals` says when entries arrived: a row for so many, of those above the row before up to `upto`. It is written later, by
 *   `sweep`, so it costs an acceptance nothing.
 * - `instance_names` says which registration an instance serves: told a moment after its start. Not a column of `instances`, nor with a
 *   reference to it: that would wait for all who read the table, such as a dump of hours, and the signs of life of others behind it.
 *
 * Every statement may be run again: it makes what is missing.
 */
export function tables(schema: string): string {
  return `
CREATE SEQUENCE IF NOT EXISTS ${schema}.entry_seq;
CREATE SEQUENCE IF NOT EXISTS ${schema}.fence_seq;

CREATE TABLE IF NOT EXISTS ${schema}.entries (
  registration text COLLATE "C" NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('${schema}.entry_seq'),
  key uuid NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  lane text NOT NULL,
  lane_key bigint NOT NULL,
  reference text COLLATE "C",
  session text COLLATE "C",
  conflicts_with text,
  received_at bigint NOT NULL,
  form text NOT NULL,
  payload bytea NOT NULL,
  reason text,
  replay boolean NOT NULL DEFAULT false,
  attempts text NOT NULL DEFAULT '[]',
  failures integer NOT NULL DEFAULT 0,
  fence bigint,
  finished_at timestamptz,
  swept_from timestamptz NOT NULL DEFAULT date_trunc('minute', now()),
  aside text COLLATE "C" GENERATED ALWAYS AS (CASE WHEN state IN ('dead', 'rejected') THEN state END) STORED,
  phone text COLLATE "C",
  other_phone text COLLATE "C",
  review text,
  review_opened_at timestamptz,
  review_settled_at timestamptz,
  review_settled_by text,
  review_note text,
  PRIMARY KEY (registration, seq)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX IF NOT EXISTS entries_key ON ${schema}.entries (key);
CREATE INDEX IF NOT EXISTS entries_reference ON ${schema}.entries (registration, reference) WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_session ON ${schema}.entries (registration, session, seq)
  WHERE session IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_swept ON ${schema}.entries (registration, swept_from);
CREATE INDEX IF NOT EXISTS entries_aside ON ${schema}.entries (registration, aside, seq) WHERE aside IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_conflicts ON ${schema}.entries (registration, seq) WHERE conflicts_with IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_kind ON ${schema}.entries (registration, kind, seq);
CREATE INDEX IF NOT EXISTS entries_phone ON ${schema}.entries (registration, phone) WHERE phone IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_other_phone ON ${schema}.entries (registration, other_phone)
  WHERE other_phone IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_reviewed ON ${schema}.entries (registration, seq)
  WHERE review IS NOT NULL AND review_settled_at IS NULL;
${arrivals(`${schema}.arrivals`)}

CREATE TABLE IF NOT EXISTS ${schema}.active (
  registration text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  lane_key bigint NOT NULL,
  due_at timestamptz NOT NULL,
  owner uuid,
  fence bigint,
  PRIMARY KEY (lane_key, seq)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
CREATE INDEX IF NOT EXISTS active_due ON ${schema}.active (registration, due_at, seq)
  WHERE fence IS NULL AND due_at < 'infinity';
CREATE INDEX IF NOT EXISTS active_loose ON ${schema}.active (lane_key, seq)
  WHERE fence IS NULL AND due_at < 'infinity';
CREATE INDEX IF NOT EXISTS active_running ON ${schema}.active (lane_key) WHERE fence IS NOT NULL;
CREATE INDEX IF NOT EXISTS active_parked ON ${schema}.active (registration, lane_key) WHERE due_at = 'infinity';

CREATE TABLE IF NOT EXISTS ${schema}.identities (
  key uuid PRIMARY KEY,
  registration text COLLATE "C" NOT NULL,
  id text NOT NULL,
  entry uuid NOT NULL,
  fingerprint uuid NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz
);
CREATE INDEX IF NOT EXISTS identities_age ON ${schema}.identities (registration, accepted_at);
CREATE INDEX IF NOT EXISTS identities_expires ON ${schema}.identities (registration, expires_at)
  WHERE expires_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS ${schema}.instances (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE IF NOT EXISTS ${schema}.instance_names (
  id uuid PRIMARY KEY,
  registration text COLLATE "C" NOT NULL
);`
}

function arrivals(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  registration text COLLATE "C" NOT NULL,
  upto bigint NOT NULL,
  oldest bigint NOT NULL,
  newest bigint NOT NULL,
  PRIMARY KEY (registration, upto)
);`
}

/**
 * What people do. `trail` has a line for each act: `entry_key` is what an entry of the registration is found by, as in `entries`; null
 * where a line is about none. Nobody updates a line. `stops` says which kinds of push are stopped: a row each, which goes when the
 * kind is started.
 */
export function peopleTables(schema: string): string {
  return `
CREATE TABLE IF NOT EXISTS ${schema}.trail (
  registration text COLLATE "C" NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  person text,
  act text NOT NULL,
  entry text,
  entry_key uuid,
  about text,
  reason text,
  PRIMARY KEY (registration, seq)
);
CREATE INDEX IF NOT EXISTS trail_entries ON ${schema}.trail (entry_key, seq) WHERE entry_key IS NOT NULL;
CREATE INDEX IF NOT EXISTS trail_times ON ${schema}.trail (registration, at);

CREATE TABLE IF NOT EXISTS ${schema}.stops (
  registration text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  person text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (registration, kind)
);`
}

/**
 * The tables of sessions and their turns. `swept_from` is `expires_at` in whole minutes, which changes so rarely that
 * using a session touches no index. `session_arrivals` says when sessions began, as `arrivals` does.
 */
export function turnTables(schema: string): string {
  return `
CREATE SEQUENCE IF NOT EXISTS ${schema}.session_seq;
CREATE SEQUENCE IF NOT EXISTS ${schema}.turn_seq;

CREATE TABLE IF NOT EXISTS ${schema}.sessions (
  seq bigint NOT NULL DEFAULT nextval('${schema}.session_seq'),
  registration text COLLATE "C" NOT NULL,
  key uuid NOT NULL,
  name_key uuid NOT NULL,
  kind text NOT NULL,
  session_id text NOT NULL,
  phone text NOT NULL,
  phone_key text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  last_at bigint NOT NULL,
  expiry bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  swept_from timestamptz NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  state text,
  is_over boolean NOT NULL DEFAULT false,
  masks_answer boolean NOT NULL DEFAULT false,
  late text,
  was_fenced boolean NOT NULL DEFAULT false,
  was_ended boolean NOT NULL DEFAULT false,
  is_awaited boolean NOT NULL DEFAULT false,
  forgotten_to bigint NOT NULL DEFAULT -1,
  turns integer NOT NULL DEFAULT 0,
  fallbacks integer NOT NULL DEFAULT 0,
  work_turn bigint,
  work_fence bigint,
  work_owner uuid,
  work_attempt text,
  work_status text,
  work_facts boolean[],
  work_answered boolean NOT NULL DEFAULT false,
  resume_key uuid,
  PRIMARY KEY (registration, seq)
) WITH (fillfactor = 60);
CREATE UNIQUE INDEX IF NOT EXISTS sessions_key ON ${schema}.sessions (key) WHERE is_live;
CREATE INDEX IF NOT EXISTS sessions_name ON ${schema}.sessions (name_key, seq);
CREATE INDEX IF NOT EXISTS sessions_phone ON ${schema}.sessions (registration, phone_key, seq);
CREATE INDEX IF NOT EXISTS sessions_swept ON ${schema}.sessions (registration, is_live, swept_from);
CREATE INDEX IF NOT EXISTS sessions_kind ON ${schema}.sessions (registration, kind, seq);
${arrivals(`${schema}.session_arrivals`)}

CREATE TABLE IF NOT EXISTS ${schema}.turns (
  session bigint NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('${schema}.turn_seq'),
  key text,
  sequence bigint,
  type text NOT NULL,
  at bigint NOT NULL,
  entered text,
  screen text,
  source text,
  ms double precision,
  reply text,
  closed_with bigint,
  finished_with bigint,
  PRIMARY KEY (session, seq)
) WITH (fillfactor = 70);`
}

/**
 * The tables of effects and of what may be resumed. `owner` of an effect is null for one that was left or is concluded, and `told` is
 * `left` where it was left before it began; `whose` is the digest of a phone or of an entry's id, null until it is concluded.
 * `sessions.resume_key` says which row of `resumables` a session keeps up to date, if that row still names it.
 */
export function effectTables(schema: string): string {
  return `
CREATE TABLE IF NOT EXISTS ${schema}.effects (
  key uuid PRIMARY KEY,
  registration text COLLATE "C" NOT NULL,
  attempt text NOT NULL,
  told text NOT NULL,
  owner uuid,
  outcome text,
  until bigint NOT NULL,
  name text,
  whose text COLLATE "C"
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS effects_until ON ${schema}.effects (registration, until);
CREATE INDEX IF NOT EXISTS effects_whose ON ${schema}.effects (registration, whose) WHERE whose IS NOT NULL;

CREATE TABLE IF NOT EXISTS ${schema}.resumables (
  key uuid PRIMARY KEY,
  registration text COLLATE "C" NOT NULL,
  session bigint NOT NULL,
  state text,
  until bigint NOT NULL,
  ended bigint
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS resumables_until ON ${schema}.resumables (registration, until);`
}
