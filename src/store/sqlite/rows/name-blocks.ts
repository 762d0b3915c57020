/**
 * How entries are found by names that are random by nature: digests of phones, references, sessions. An index of names alone has each new
 * one on a page of its own, which every commit would write anew. So it's sorted by blocks of entries first: accepting writes to the
 * newest block, and whoever looks for a name looks into one block after the other (decision 0063).
 */
export type NamedBy = 'phone' | 'other_phone' | 'reference' | 'session'

/** The index of a column of `entries`. */
export function nameIndex(column: NamedBy): string {
  return `CREATE INDEX entries_${column} ON entries (registration, ${blockOf('seq')}, ${column}) WHERE ${column} IS NOT NULL`
}

/**
 * The numbers of the entries of a registration that have a name in one of the columns; both are bound for each of them. Before that the
 * last number is bound that is looked for, and the one before the first: others may be found too.
 */
export function numbersOfName(columns: readonly NamedBy[]): string {
  const found = columns.map(
    (column) => `SELECT p.seq FROM blocks CROSS JOIN entries p INDEXED BY entries_${column}
      ON p.registration = ? AND ${blockOf('p.seq')} = blocks.number AND p.${column} = ?`,
  )
  return `WITH RECURSIVE blocks(number) AS (
      SELECT min(${blockOf('max(seq)')}, ${blockOf('?')}) FROM entries
      UNION ALL SELECT number - 1 FROM blocks WHERE number > (SELECT max(${blockOf('min(seq)')}, ${blockOf('?')}) FROM entries)
    ) ${found.join(' UNION ALL ')}`
}

/** The block of 1,024 entries that one of this number is in. An expression finds its index only if both are written the same way. */
function blockOf(number: string): string {
  return `${number} >> 10`
}
