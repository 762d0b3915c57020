import type { Row } from './types.ts'

/** Rows of one session, payment or message: they tell one story. */
export interface Story {
  /** The number of its first row, which it keeps. */
  readonly id: number
  /** The oldest first. */
  readonly rows: readonly Row[]
}

/** Which story each row belongs to, by the number of the story's first row. */
export interface Roots {
  get(id: number): number
}

/**
 * Rows with a name in common stand together. It keeps what it knows of the rows before, so that a row that comes costs no look at
 * all others.
 */
export class StoryRoots {
  #known: readonly Row[] = []
  #added = 0
  #parents = new Map<number, number>()
  #owners = new Map<string, number>()

  /** @param rows the oldest first */
  of(rows: readonly Row[]): Roots {
    // What is known of rows that are gone would grow without end.
    const from = this.#added > 2 * rows.length ? 0 : this.#goesOnAt(rows)
    if (from === 0) this.#forget()
    for (const row of rows.slice(from)) this.#add(row)
    this.#known = rows
    return { get: (id) => this.#rootOf(id) }
  }

  /** Where those begin that are new: all, unless they are the same rows with some more behind and some less in front. */
  #goesOnAt(rows: readonly Row[]): number {
    const last = this.#known.at(-1)
    if (last === undefined) return 0
    const at = rows.lastIndexOf(last)
    const dropped = this.#known.length - 1 - at
    return at === -1 || dropped < 0 || rows[0] !== this.#known[dropped] ? 0 : at + 1
  }

  #forget(): void {
    this.#added = 0
    this.#parents = new Map()
    this.#owners = new Map()
  }

  #add({ id, about }: Row): void {
    this.#added += 1
    let own = id
    for (const name of [about.sessionId, about.billId, about.reference, about.messageId]) {
      if (name === undefined) continue
      const owner = this.#owners.get(name)
      if (owner === undefined) {
        this.#owners.set(name, own)
        continue
      }
      const other = this.#rootOf(owner)
      if (other === own) continue
      // The older one gives the story its number.
      this.#parents.set(Math.max(other, own), Math.min(other, own))
      own = Math.min(other, own)
    }
  }

  #rootOf(id: number): number {
    let root = id
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent
    return root
  }
}

/** Rows as stories: the one with the newest row comes first. */
export function storiesOf(rows: readonly Row[], roots: Roots): readonly Story[] {
  const stories = Map.groupBy(rows, ({ id }) => roots.get(id))
  return [...stories].map(([id, held]) => ({ id, rows: held })).sort((one, other) => newest(other) - newest(one))
}

function newest({ rows }: Story): number {
  return rows.at(-1)?.id ?? 0
}
