/**
 * How entries are found by names that are random by nature: digests of phones, references, sessions. An index of names alone has each new
 * one on a page of its own, which every commit would write anew. So it's sorted by blocks of entries first: accepting writes to the
 * newest block, and whoever looks for a name looks into one block after the other, some 5 µs each.
 */
export type NamedBy = 'phone' | 'other_phone' | 'reference' | 'session'

// An expression finds its index only if both are written the same way: the block of 1,024 entries that one is in.
const block = 'seq >> 10'

/** The index of a column of `entries`. */
export function nameIndex(column: NamedBy): string {
  return `CREATE INDEX entries_${column} ON entries (registration, ${block}, ${column}) WHERE ${column} IS NOT NULL`
}

/** The numbers of the entries of a registration that have a name in one of the columns; both are bound for each of them. */
export function numbersOfName(columns: readonly NamedBy[]): string {
  const found = columns.map(
    (column) => `SELECT p.seq FROM blocks CROSS JOIN entries p INDEXED BY entries_${column}
      ON p.registration = ? AND p.${block} = blocks.number AND p.${column} = ?`,
  )
  return `WITH RECURSIVE blocks(number) AS (
      SELECT max(seq) >> 10 FROM entries
      UNION ALL SELECT number - 1 FROM blocks WHERE number > (SELECT min(seq) >> 10 FROM entries)
    ) ${found.join(' UNION ALL ')}`
}
