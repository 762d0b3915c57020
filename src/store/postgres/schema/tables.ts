/** Within a function, whatever the application has set for itself: what is told to be durable is on the disk. */
export const durable = `IF current_setting('synchronous_commit') = 'off' THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;`

/**
 * The tables. What is looked at all the time, `active`, holds only entries that wait or run, in narrow rows; a done
 * entry costs it nothing, however many there are. `due_at` of a row that stands behind another is `infinity`.
 *
 * Identities are forgotten by age, and stand in its order: a summary of their pages finds them, and costs an acceptance
 * nothing.
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
  PRIMARY KEY (registration, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS entries_key ON ${schema}.entries (key);
CREATE INDEX IF NOT EXISTS entries_reference ON ${schema}.entries (registration, reference) WHERE reference IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_session ON ${schema}.entries (registration, session, seq)
  WHERE session IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_finished ON ${schema}.entries (registration, finished_at)
  WHERE finished_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS entries_dead ON ${schema}.entries (registration, seq) WHERE state = 'dead';
CREATE INDEX IF NOT EXISTS entries_rejected ON ${schema}.entries (registration, seq) WHERE state = 'rejected';
CREATE INDEX IF NOT EXISTS entries_conflicts ON ${schema}.entries (registration, seq) WHERE conflicts_with IS NOT NULL;

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
CREATE INDEX IF NOT EXISTS identities_age ON ${schema}.identities USING brin (accepted_at) WITH (autosummarize = on);
CREATE INDEX IF NOT EXISTS identities_expires ON ${schema}.identities (registration, expires_at)
  WHERE expires_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS ${schema}.instances (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 50);`
}

/**
 * The tables of sessions and their turns. `swept_from` is `expires_at` in whole minutes, which changes so rarely that
 * using a session touches no index.
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
 * The tables of effects and of what may be resumed. `owner` of an effect is null for one that was left or is concluded.
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
  until bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS effects_until ON ${schema}.effects (registration, until);

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
