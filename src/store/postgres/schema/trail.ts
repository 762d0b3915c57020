/**
 * What people did. `entry_key` is what an entry of the registration is found by, as in `entries`; null where a line is
 * about none. Nobody updates a line.
 */
export function trail(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.trail (
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
CREATE INDEX IF NOT EXISTS trail_times ON ${schema}.trail (registration, at);`
}
