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
