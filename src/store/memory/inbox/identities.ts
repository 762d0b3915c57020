import { Chain, type ChainLink } from '../../../chain.ts'
import type { NewEntry } from '../../entry.ts'

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
  /** Fingerprints of the entries that differ. */
  conflicts: Set<string> | undefined = undefined
  /** Its entries that are not finished: as long as there is one it is not forgotten. */
  open = 0
  /** What it takes, with its conflicts. */
  bytes: number
  /** The chain of those that may be forgotten when others need their place, where it stands in one. */
  resting: Chain<Known> | undefined = undefined
  /** The number of its last entry in the order in which entries were finished. */
  finish = 0
  isForgotten = false
  earlier: Known | undefined = undefined
  later: Known | undefined = undefined

  constructor(entry: NewEntry, now: number) {
    this.identity = entry.identity
    this.fingerprint = entry.fingerprint
    this.id = entry.id
    this.acceptedAt = now
    this.bytes = bytesOfKnown(entry.identity.length + entry.fingerprint.length + entry.id.length)
    this.expiresAt = entry.identityFor === undefined ? Number.POSITIVE_INFINITY : now + entry.identityFor
  }

  /** Whether it is that of one entry alone, which is open and has its name, and is kept for as long as identities are. */
  isPlain(id: string): boolean {
    const { open, conflicts, isForgotten } = this
    const isOwn = this.identity === id && this.id === id
    return isOwn && open === 1 && conflicts === undefined && !isForgotten && this.expiresAt === Number.POSITIVE_INFINITY
  }
}

/** Identities of entries. Those whose entries are finished are bounded, with their conflicts: the oldest go. */
export class Identities {
  readonly #most: number
  readonly #mostBytes: number
  /** Those that no entry leads to: it's gone, or its id isn't the identity. */
  readonly #apart = new Map<string, Known>()
  /** Those that may be forgotten, in the order in which they were finished: whose entries are kept, and all before them. */
  readonly #resting = new Chain<Known>()
  readonly #gone = new Chain<Known>()
  /** Of those that may be forgotten, packed ones among them. */
  #size = 0
  #bytes = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** @param led what the entry leads to that has the identity for its id */
  find(identity: string, now: number, led: Known | undefined): Known | undefined {
    const isLed = led !== undefined && led.identity === identity && !led.isForgotten
    const known = isLed ? led : this.#apart.get(identity)
    if (known === undefined || known.expiresAt > now) return known
    this.forget(known)
    return undefined
  }

  add(entry: NewEntry, now: number): Known {
    const known = new Known(entry, now)
    if (entry.id !== known.identity) this.#apart.set(known.identity, known)
    return known
  }

  /** The entry that led to it is gone. */
  setApart(known: Known): void {
    if (known.isForgotten) return
    if (!this.hasRoomApart && known.resting !== undefined) {
      this.forget(known)
      return
    }
    this.#apart.set(known.identity, known)
    if (known.resting === undefined) return
    known.resting.remove(known)
    this.#rest(known, this.#gone)
  }

  /** Of an identity that is held. Where there is no room for it, it is known by its id as long as its entry is kept. */
  addConflict(known: Known, fingerprint: string): void {
    known.conflicts ??= new Set()
    if (known.conflicts.size >= this.#most || known.bytes > this.#mostBytes) return
    known.conflicts.add(fingerprint)
    known.bytes += bytesOfKnown(fingerprint.length)
  }

  /** An entry of it waits or runs. */
  hold(known: Known): void {
    this.#wake(known)
    known.open++
  }

  /**
   * An entry of it is finished.
   *
   * @param finish the entry's number in the order in which entries were finished
   */
  release(known: Known, finish: number): void {
    known.open--
    if (known.open > 0 || known.isForgotten) return
    known.finish = finish
    this.#rest(known, this.#resting)
    this.count(sizeOf(known), known.bytes)
  }

  /** Its entry was packed, and it with it. */
  unpacked(known: Known, finish: number): void {
    known.finish = finish
    this.#rest(known, this.#resting)
  }

  /** Counts those that may be forgotten, and their bytes: packed ones come and go with their entries. */
  count(size: number, bytes: number): void {
    this.#size += size
    this.#bytes += bytes
  }

  /** Whether there are more that may be forgotten than have room. */
  get isCrowded(): boolean {
    return this.#size > this.#most || this.#bytes > this.#mostBytes
  }

  /** Whether one whose entry goes stays known without it: else it is the oldest of those that are too many. */
  get hasRoomApart(): boolean {
    return !this.isCrowded || this.#gone.size > 0
  }

  /** The number of the one that is forgotten before others: one whose entry is gone is older than all that are packed. */
  get oldestFinish(): number {
    return this.#gone.size > 0 ? 0 : (this.#resting.first?.finish ?? Number.POSITIVE_INFINITY)
  }

  forgetOldest(): void {
    const oldest = this.#gone.first ?? this.#resting.first
    if (oldest !== undefined) this.forget(oldest)
  }

  /**
   * Of an entry that ended without being handled and has no room any more: its push is to be new when it comes again,
   * not lost. One with conflicts stays, because of those some may have been handled.
   */
  forgetUnhandled(known: Known): void {
    if (known.conflicts === undefined && !known.isForgotten) this.forget(known)
  }

  /** Forgets those that were accepted so long ago, or whose own time is over. */
  sweep(acceptedBefore: number, now: number, most: number): number {
    let forgotten = 0
    for (const known of [...this.#gone, ...this.#resting]) {
      if (forgotten >= most) break
      if (known.acceptedAt > acceptedBefore && known.expiresAt > now) continue
      this.forget(known)
      forgotten++
    }
    return forgotten
  }

  forget(known: Known): void {
    this.#wake(known)
    known.isForgotten = true
    this.#apart.delete(known.identity)
  }

  /** In its place: one that was packed may be older than others. */
  #rest(known: Known, chain: Chain<Known>): void {
    let place = chain.last
    while (place !== undefined && place.finish > known.finish) place = place.earlier
    chain.insertAfter(place, known)
    known.resting = chain
  }

  #wake(known: Known): void {
    if (known.resting === undefined) return
    known.resting.remove(known)
    known.resting = undefined
    this.count(-sizeOf(known), -known.bytes)
  }
}

/** @param length of all its texts */
export function bytesOfKnown(length: number): number {
  return 2 * length + 256
}

function sizeOf({ conflicts }: Known): number {
  return 1 + (conflicts?.size ?? 0)
}
