import type { Row } from '../types.ts'

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
  /** The story of what is about this; undefined where none is. */
  named(about: Row['about']): number | undefined
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
    const known = this.#added > 2 * rows.length ? undefined : this.#within(rows)
    if (known === undefined) this.#forget()
    for (const row of rows.slice(0, known?.from ?? 0)) this.#add(row)
    for (const row of rows.slice(known?.to ?? 0)) this.#add(row)
    this.#known = rows
    return { get: (id) => this.#rootOf(id), named: (about) => this.#named(about) }
  }

  /** Which of these are known: undefined unless they are the same rows with some more before or behind, or some less in front. */
  #within(rows: readonly Row[]): { readonly from: number; readonly to: number } | undefined {
    const last = this.#known.at(-1)
    const at = last === undefined ? -1 : rows.lastIndexOf(last)
    if (at === -1) return undefined
    const from = at - (this.#known.length - 1)
    const isSame = from < 0 ? rows[0] === this.#known[-from] : rows[from] === this.#known[0]
    return isSame ? { from: Math.max(0, from), to: at + 1 } : undefined
  }

  #forget(): void {
    this.#added = 0
    this.#parents = new Map()
    this.#owners = new Map()
  }

  #add({ id, about }: Row): void {
    this.#added += 1
    let own = id
    for (const name of namesIn(about)) {
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

  #named(about: Row['about']): number | undefined {
    const owners = namesIn(about).flatMap((name) => this.#owners.get(name) ?? [])
    return owners[0] === undefined ? undefined : this.#rootOf(owners[0])
  }

  #rootOf(id: number): number {
    let root = id
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent
    return root
  }
}

function namesIn({ sessionId, billId, reference, messageId }: Row['about']): readonly string[] {
  return [sessionId, billId, reference, messageId].filter((name) => name !== undefined)
}

/** Rows as stories: the one with the newest row comes first. */
export function storiesOf(rows: readonly Row[], roots: Roots): readonly Story[] {
  const stories = Map.groupBy(rows, ({ id }) => roots.get(id))
  return [...stories].map(([id, held]) => ({ id, rows: held })).sort((one, other) => newest(other) - newest(one))
}

function newest({ rows }: Story): number {
  return rows.at(-1)?.id ?? 0
}
