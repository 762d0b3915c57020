import type { Clock } from '../clock.ts'
import type { HandlerLog } from '../log.ts'
import type { Effects } from '../store/effects/effects.ts'
import type { EntryKind, StoredEntry } from '../store/entry.ts'
import type { Claim, InboxStore } from '../store/inbox-store.ts'
import { ActiveAttempt, type EndedRun, nextNumber } from './attempt-run.ts'
import { type Delivery, type Instead, type Preparation, untilStoreIsBack } from './work.ts'

/** What preparations are made with. */
export interface PreparationsSettings {
  readonly store: Pick<InboxStore, 'rewrite' | 'agree'>
  readonly effects: Effects
  /** How many of a kind may wait for others at once; as many, of all kinds, may stand in line for a place. */
  readonly most: number
  readonly clock: Clock
  /** A logger that names a notification. */
  readonly logOf: (entry: StoredEntry) => HandlerLog
  /** What is to be done is known. */
  readonly decided: (claim: Claim, run: EndedRun, what: Delivery | Instead) => void
  /** There is no place for it, and none came free. */
  readonly crowded: (claim: Claim) => void
}

/**
 * Entries of which is being found out what is to be done. That is waiting, so many are under way at once, and none of them
 * takes the place of a handler, or of another kind: a service that does not answer must not hold up what does not need it.
 */
export class Preparations {
  readonly #settings: PreparationsSettings
  readonly #open = new Map<Claim, ActiveAttempt>()
  /** Those that wait for others, by kind. */
  readonly #waiting = new Map<EntryKind, Set<Claim>>()
  /** Those that have no place so far, by kind, in the order in which they came. */
  readonly #lines = new Map<EntryKind, Set<InLine>>()
  #inLine = 0

  constructor(settings: PreparationsSettings) {
    this.#settings = settings
  }

  /** How many are under way, or about to be. */
  get size(): number {
    return this.#open.size + this.#inLine
  }

  /** Begins as soon as there is a place: others leave theirs when they are answered. */
  begin(claim: Claim, preparation: Preparation): void {
    if (this.#hasPlace(claim, preparation)) this.#begin(claim, preparation)
    else this.#lineUp(claim, preparation)
  }

  /** Stops them all, and gives their claims: nothing was done about them. */
  stop(reason: Error): readonly Claim[] {
    const inLine = [...this.#lines.values()].flatMap((line) => [...line])
    const claims = [...this.#open.keys(), ...inLine.map(({ claim }) => claim)]
    for (const place of inLine) this.#leaveLine(place)
    for (const attempt of this.#open.values()) attempt.abort(reason)
    this.#open.clear()
    return claims
  }

  /** Who finds no place in time must not hold what others could have. */
  #lineUp(claim: Claim, preparation: Preparation): void {
    const { most, clock, crowded } = this.#settings
    const line = setOf(this.#lines, claim.entry.kind)
    if (this.#inLine >= most) {
      crowded(claim)
      return
    }
    const cancel = clock.after(longestInLine, () => {
      this.#leaveLine(place)
      crowded(claim)
    })
    const place: InLine = { line, claim, preparation, cancel }
    line.add(place)
    this.#inLine += 1
  }

  /** The next of a kind has the place that came free. */
  #moveUp(kind: EntryKind): void {
    const [next] = setOf(this.#lines, kind)
    if (next === undefined) return
    this.#leaveLine(next)
    this.#begin(next.claim, next.preparation)
  }

  #leaveLine(place: InLine): void {
    place.cancel()
    place.line.delete(place)
    this.#inLine -= 1
  }

  #hasPlace({ entry }: Claim, { waitsForOthers }: Preparation): boolean {
    return !waitsForOthers || setOf(this.#waiting, entry.kind).size < this.#settings.most
  }

  #begin(claim: Claim, preparation: Preparation): void {
    const { clock, logOf, decided, effects } = this.#settings
    const { entry } = claim
    const waiting = setOf(this.#waiting, entry.kind)
    const { id, replay, conflictsWith } = entry
    const number = nextNumber(entry)
    const startedAt = clock.now()
    const began = clock.monotonic()
    const attempt = new ActiveAttempt(
      { entryId: id, number, replay, conflictsWith },
      preparation.newLog ?? (() => logOf(entry)),
      effects,
    )
    this.#open.set(claim, attempt)
    if (preparation.waitsForOthers) waiting.add(claim)
    const decide = (what: Delivery | Instead): void => {
      if (waiting.delete(claim)) this.#moveUp(entry.kind)
      // One that was stopped is another's by now.
      if (!this.#open.delete(claim)) return
      decided(claim, { entry, attempt, number, startedAt, ms: Math.round(clock.monotonic() - began) }, what)
    }
    const prepared = (what: Delivery | Instead): void => {
      const payload = 'payload' in what ? what.payload : undefined
      if (payload !== undefined) this.#keep(what, this.#settings.store.rewrite(claim, payload)).then(decide)
      else if ('agrees' in what && what.agrees === true) this.#keep(what, this.#agree(claim)).then(decide)
      else decide(what)
    }
    // One that fails is looked into again: it would end the process, of all that is served in it.
    preparation.prepare(attempt, claim.age).then(prepared, (error: unknown) => decide(untilStoreIsBack(error)))
  }

  /** A store that can't note it lists it on. */
  async #agree(claim: Claim): Promise<boolean> {
    return (await this.#settings.store.agree?.(claim)) !== false
  }

  /** What a handler is told, a second attempt tells it too, also in another process: so it is kept before the first. */
  async #keep(what: Delivery | Instead, kept: Promise<boolean>): Promise<Delivery | Instead> {
    try {
      return (await kept) ? what : lost
    } catch (error) {
      return untilStoreIsBack(error)
    }
  }
}

const lost: Instead = { state: 'later', retryIn: 0, why: 'another process has taken it over' }

interface InLine {
  readonly line: Set<InLine>
  readonly cancel: () => void
  readonly claim: Claim
  readonly preparation: Preparation
}

function setOf<Item>(sets: Map<EntryKind, Set<Item>>, kind: EntryKind): Set<Item> {
  const known = sets.get(kind) ?? new Set()
  sets.set(kind, known)
  return known
}

// ms
const longestInLine = 250
