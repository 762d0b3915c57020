/**
 * Finds the entries of a kind, newest first, however many others there are. On a large table it is made beside the application
 * before this version starts, under the same name and CONCURRENTLY: then there is nothing to do here.
 */
export function kinds(schema: string): string {
  return `CREATE INDEX IF NOT EXISTS entries_kind ON ${schema}.entries (registration, kind, seq);`
}
