import { type EntryKind, type EntryState, entryKinds } from './entry.ts'

/**
 * The entries of one kind that are not done.
 *
 * @example
 * const isStuck = ({ oldestWaiting }: KindBacklog, now: number) => now - (oldestWaiting ?? now) > 600_000
 */
export interface KindBacklog {
  readonly kind: EntryKind
  readonly waiting: number
  readonly running: number
  readonly dead: number
  readonly rejected: number
  /** When the oldest of those that wait was received, epoch ms; null where none waits. */
  readonly oldestWaiting: number | null
}

/** The states that a backlog counts. */
export const backlogStates = ['waiting', 'running', 'dead', 'rejected'] as const satisfies readonly EntryState[]

/**
 * A state that a backlog counts.
 *
 * @example
 * const open: readonly BacklogState[] = ['waiting', 'running']
 */
export type BacklogState = (typeof backlogStates)[number]

/** Adds entries up to the backlog of each kind. */
export class BacklogCount {
  readonly #kinds = new Map<EntryKind, { -readonly [Name in keyof KindBacklog]: KindBacklog[Name] }>()
  readonly #states: readonly BacklogState[]

  constructor(states: readonly BacklogState[] = backlogStates) {
    this.#states = states
  }

  /**
   * What is done is no part of it, and what only a newer version knows is left to that.
   *
   * @param oldest when the oldest of them was received, epoch ms
   */
  add(kindWord: unknown, stateWord: unknown, count: number, oldest: number): void {
    const kind = entryKinds.find((known) => known === kindWord)
    const state = this.#states.find((known) => known === stateWord)
    if (kind === undefined || state === undefined) return
    const known = this.#kinds.get(kind) ?? { kind, waiting: 0, running: 0, dead: 0, rejected: 0, oldestWaiting: null }
    this.#kinds.set(kind, known)
    known[state] += count
    if (state === 'waiting') known.oldestWaiting = Math.min(known.oldestWaiting ?? oldest, oldest)
  }

  /** Of the kinds that have some, in the order of `entryKinds`. */
  get kinds(): readonly KindBacklog[] {
    return entryKinds.flatMap((kind) => this.#kinds.get(kind) ?? [])
  }
}
