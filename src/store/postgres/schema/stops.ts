/** Which kinds of push are stopped: a row each, which goes when the kind is started. */
export function stops(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.stops (
  registration text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  person text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (registration, kind)
);`
}
