import type { Row } from './types.ts'

/** Rows of one session, payment or message: they tell one story. */
export interface Story {
  /** The number of its first row, which it keeps. */
  readonly id: number
  /** The oldest first. */
  readonly rows: readonly Row[]
}

/** Which story each row belongs to, by the number of the story's first row: rows with a name in common stand together. */
export function rootsOf(rows: readonly Row[]): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const owners = new Map<string, number>()
  const rootOf = (id: number): number => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    return root
  }
  for (const { id, about } of rows) {
    let own = id
    for (const name of [about.sessionId, about.billId, about.reference, about.messageId]) {
      if (name === undefined) continue
      const owner = owners.get(name)
      if (owner === undefined) {
        owners.set(name, own)
        continue
      }
      const other = rootOf(owner)
      if (other === own) continue
      // The older one gives the story its number.
      parents.set(Math.max(other, own), Math.min(other, own))
      own = Math.min(other, own)
    }
  }
  return new Map(rows.map(({ id }) => [id, rootOf(id)]))
}

/** Rows as stories: the one with the newest row comes first. */
export function storiesOf(rows: readonly Row[], roots: ReadonlyMap<number, number>): readonly Story[] {
  const stories = Map.groupBy(rows, ({ id }) => roots.get(id) ?? id)
  return [...stories].map(([id, held]) => ({ id, rows: held })).sort((one, other) => newest(other) - newest(one))
}

function newest({ rows }: Story): number {
  return rows.at(-1)?.id ?? 0
}
