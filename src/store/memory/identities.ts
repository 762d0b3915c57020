import type { NewEntry } from '../entry.ts'
import { Chain, type ChainLink } from './chain.ts'

/** A notification that is known again. */
export class Known implements ChainLink<Known> {
  readonly identity: string
  readonly fingerprint: string
  /** The entry that came first. */
  readonly id: string
  /** Epoch ms. */
  readonly acceptedAt: number
  /** Epoch ms; infinity while identities are kept. */
  readonly expiresAt: number
  /** Ids of the entries that differ, by their fingerprint. */
  conflicts: Map<string, string> | undefined = undefined
  /** Its entries that are not finished: as long as there is one it is not forgotten. */
  open = 0
  /** Whether it may be forgotten when others need its place. */
  isResting = false
  earlier: Known | undefined = undefined
  later: Known | undefined = undefined

  constructor(entry: NewEntry, now: number) {
    this.identity = entry.identity
    this.fingerprint = entry.fingerprint
    this.id = entry.id
    this.acceptedAt = now
    this.expiresAt = entry.identityFor === undefined ? Number.POSITIVE_INFINITY : now + entry.identityFor
  }

  /** The id of the entry that a push of this fingerprint repeats. */
  idOf(fingerprint: string): string | undefined {
    return fingerprint === this.fingerprint ? this.id : this.conflicts?.get(fingerprint)
  }
}

/** Identities of entries, bounded: of those whose entries are finished the oldest go. */
export class Identities {
  readonly #most: number
  readonly #known = new Map<string, Known>()
  /** Those that may be forgotten, in the order in which they were finished. */
  readonly #resting = new Chain<Known>()
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  find(identity: string, now: number): Known | undefined {
    const known = this.#known.get(identity)
    if (known === undefined || known.expiresAt > now) return known
    this.#forget(known)
    return undefined
  }

  add(entry: NewEntry, now: number): Known {
    const known = new Known(entry, now)
    this.#known.set(known.identity, known)
    this.#size++
    this.#trim()
    return known
  }

  /** Where there is no room for it, its entry is known by its id as long as that is kept. */
  addConflict(known: Known, fingerprint: string, id: string): void {
    if (this.#size >= this.#most) return
    known.conflicts ??= new Map()
    known.conflicts.set(fingerprint, id)
    this.#size++
  }

  /** An entry of it waits or runs. */
  hold(known: Known): void {
    this.#wake(known)
    known.open++
  }

  /** An entry of it is finished. */
  release(known: Known): void {
    known.open--
    if (known.open > 0 || this.#known.get(known.identity) !== known) return
    known.isResting = true
    this.#resting.append(known)
    this.#trim()
  }

  /** Forgets those that were accepted so long ago, or whose own time is over. */
  sweep(acceptedBefore: number, now: number, most: number): number {
    let forgotten = 0
    for (const known of this.#resting) {
      if (forgotten >= most) break
      if (known.acceptedAt > acceptedBefore && known.expiresAt > now) continue
      this.#forget(known)
      forgotten++
    }
    return forgotten
  }

  #trim(): void {
    while (this.#size > this.#most && this.#resting.first !== undefined) this.#forget(this.#resting.first)
  }

  #forget(known: Known): void {
    this.#wake(known)
    this.#known.delete(known.identity)
    this.#size -= 1 + (known.conflicts?.size ?? 0)
  }

  #wake(known: Known): void {
    if (!known.isResting) return
    known.isResting = false
    this.#resting.remove(known)
  }
}
