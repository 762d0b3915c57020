/**
 * When entries arrived: a row for so many, of those above the row before up to `upto`. It is written later, by `sweep`, so it costs an
 * acceptance nothing, and older processes need not know it.
 */
export function arrivals(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.arrivals (
  registration text COLLATE "C" NOT NULL,
  upto bigint NOT NULL,
  oldest bigint NOT NULL,
  newest bigint NOT NULL,
  PRIMARY KEY (registration, upto)
);`
}
