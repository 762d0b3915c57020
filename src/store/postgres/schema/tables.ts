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
