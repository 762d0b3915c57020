/**
 * When entries arrived: a row for so many, of those above the row before up to `upto`. It is written later, by `sweep`, so it costs an
 * acceptance nothing, and older processes need not know it.
 */
export function arrivals(schema: string): string {
  return linesOf(`${schema}.arrivals`)
}

/**
 * The same of when sessions began; and what finds the sessions of a kind, newest first. On a large table the index is made beside
 * the application before this version starts, under the same name and CONCURRENTLY: then there is nothing to do here.
 */
export function arrivalsOfSessions(schema: string): string {
  return `${linesOf(`${schema}.session_arrivals`)}
CREATE INDEX IF NOT EXISTS sessions_kind ON ${schema}.sessions (registration, kind, seq);`
}

function linesOf(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
  registration text COLLATE "C" NOT NULL,
  upto bigint NOT NULL,
  oldest bigint NOT NULL,
  newest bigint NOT NULL,
  PRIMARY KEY (registration, upto)
);`
}
