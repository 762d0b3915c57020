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
