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
  /** Whether it may be forgotten when others need its place. */
  isResting = false
  isForgotten = false
  earlier: Known | undefined = undefined
  later: Known | undefined = undefined

  constructor(entry: NewEntry, now: number) {
    this.identity = entry.identity
    this.fingerprint = entry.fingerprint
    this.id = entry.id
    this.acceptedAt = now
    this.bytes = bytesOf(entry.identity.length + entry.fingerprint.length + entry.id.length)
    this.expiresAt = entry.identityFor === undefined ? Number.POSITIVE_INFINITY : now + entry.identityFor
  }
}

/** Identities of entries. Those whose entries are finished are bounded, with their conflicts: the oldest go. */
export class Identities {
  readonly #most: number
  readonly #mostBytes: number
  /** Those that no entry leads to: it's gone, or its id isn't the identity. */
  readonly #apart = new Map<string, Known>()
  /** Those that may be forgotten, in the order in which they were finished. */
  readonly #resting = new Chain<Known>()
  #restingSize = 0
  #restingBytes = 0

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** @param led what the entry leads to that has the identity for its id */
  find(identity: string, now: number, led: Known | undefined): Known | undefined {
    const isLed = led !== undefined && led.identity === identity && !led.isForgotten
    const known = isLed ? led : this.#apart.get(identity)
    if (known === undefined || known.expiresAt > now) return known
    this.#forget(known)
    return undefined
  }

  add(entry: NewEntry, now: number): Known {
    const known = new Known(entry, now)
    if (entry.id !== known.identity) this.#apart.set(known.identity, known)
    return known
  }

  /** The entry that led to it is gone. */
  setApart(known: Known): void {
    if (!known.isForgotten) this.#apart.set(known.identity, known)
  }

  /** Of an identity that is held. Where there is no room for it, it is known by its id as long as its entry is kept. */
  addConflict(known: Known, fingerprint: string): void {
    known.conflicts ??= new Set()
    if (known.conflicts.size >= this.#most || known.bytes > this.#mostBytes) return
    known.conflicts.add(fingerprint)
    known.bytes += bytesOf(fingerprint.length)
  }

  /** An entry of it waits or runs. */
  hold(known: Known): void {
    this.#wake(known)
    known.open++
  }

  /** An entry of it is finished. */
  release(known: Known): void {
    known.open--
    if (known.open > 0 || known.isForgotten) return
    known.isResting = true
    this.#resting.append(known)
    this.#restingSize += sizeOf(known)
    this.#restingBytes += known.bytes
    let oldest = this.#resting.first
    while (oldest !== undefined && (this.#restingSize > this.#most || this.#restingBytes > this.#mostBytes)) {
      this.#forget(oldest)
      oldest = this.#resting.first
    }
  }

  /**
   * Of an entry that ended without being handled and has no room any more: its push is to be new when it comes again,
   * not lost. One with conflicts stays, because of those some may have been handled.
   */
  forgetUnhandled(known: Known): void {
    if (known.conflicts === undefined && !known.isForgotten) this.#forget(known)
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

  #forget(known: Known): void {
    this.#wake(known)
    known.isForgotten = true
    this.#apart.delete(known.identity)
  }

  #wake(known: Known): void {
    if (!known.isResting) return
    known.isResting = false
    this.#resting.remove(known)
    this.#restingSize -= sizeOf(known)
    this.#restingBytes -= known.bytes
  }
}

/** @param length of all texts */
function bytesOf(length: number): number {
  return 2 * length + 256
}

function sizeOf({ conflicts }: Known): number {
  return 1 + (conflicts?.size ?? 0)
}
