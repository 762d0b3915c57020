import { readPayload, writePayload } from '../../inbox/entry.ts'
import type { Verdict } from '../../pushes/money/confirmation.ts'
import { conflictId, type EntryState, type NewEntry, type StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import { countsOtherwise } from '../rules/differs-from.ts'
import { isUnpaid } from '../rules/judge-answer.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'

/** What results are kept with. */
export interface ResultsParts {
  readonly registration: string
  readonly inbox: Pick<InboxStore, 'get' | 'list' | 'replay'>
  /** Keeps an entry of our own. */
  readonly put: (entry: NewEntry) => Promise<Acceptance>
  /** Whether what fails is tried again; where nothing is kept, whoever retries is the service. */
  readonly retries: boolean
  /** How many attempts of a handler may fail. */
  readonly attempts: number
  /** Whether what pushes say is told only after the service was asked. */
  readonly isConfirmed: boolean
  /** Whether the kind has signed addresses: a push that came to none of them may be anybody's. */
  readonly isSigned: boolean
  /** Whether an entry of the same identity tells of the same result; undefined where identities are ours, and never collide. */
  readonly isSame: ((known: StoredEntry, result: NewEntry | StoredEntry) => boolean) | undefined
  /** What a push says that an entry keeps. */
  readonly claimedBy: (entry: StoredEntry) => ConfirmableEvent
}

/** The entry that a result is told by, and where it stands: `accepted` where it was not there before. */
export interface Announced {
  readonly id: string
  readonly state: EntryState | 'accepted'
}

/** An end that a payment may have: a name for it, and the entry that tells it first. */
export interface End {
  readonly end: string
  readonly result: NewEntry
}

/** An end that was told, or is about to be. */
export interface ToldEnd {
  readonly end: string
  /** Of the entry that it is known by. */
  readonly id: string
  /** Of the entry that the handler got: another, where this one has only taken its name. */
  readonly toldBy: string
  /** Epoch ms; the largest number where it waits for its turn. */
  readonly at: number
  /** When the service was asked, epoch ms. */
  readonly askedAt: number
  /** Where it stands in the order of acceptance: it tells which of two came last that ended at one moment. NaN where the store says nothing. */
  readonly place: number
  /** 1 until an end was told again after another, and one more each time. */
  readonly times: number
  /** Whether another end was told in its place. */
  readonly isOvertaken: boolean
  /** Whether its handler was called, or the same was told just before it: not where it waits, or was overtaken. */
  readonly isHeard: boolean
  /** Whether it was told as paid: by the service, or plainly by a push that is nobody else's. */
  readonly isPaid: boolean
  /** Whether it was told as a payment that nobody here is known to have asked for, or at the address of another. */
  readonly isUnexpected: boolean
  /** What a push says, where the service does not say it. */
  readonly pushed: ConfirmableEvent | undefined
  /** Whether only a push says it that may be anybody's: it makes nothing news again, as the service or a signed push does. */
  readonly isHearsay: boolean
  /** Whether only a push says it that may be anybody's, or that is not what its address was made for. */
  readonly isDoubted: boolean
  /** Whether it is told as what came after the payment was given up. */
  readonly isLate: boolean
}

/** Results of payments in the inbox: each is told once, whoever comes to it. All of it throws FMW_STORE_UNAVAILABLE. */
export class Results {
  readonly #parts: ResultsParts

  constructor(parts: ResultsParts) {
    this.#parts = parts
  }

  /**
   * Puts the result of a payment into the inbox, where it is delivered once, whoever comes to it.
   */
  async announce(result: NewEntry): Promise<Announced> {
    const known = await this.find(result)
    if (known !== undefined) return { id: known.id, state: await this.#revive(known) }
    const acceptance = await this.#parts.put(result)
    // What is gone was done long ago.
    if (acceptance.status === 'repeated') return { id: acceptance.id, state: acceptance.state ?? 'done' }
    return { id: acceptance.status === 'conflict' ? acceptance.id : result.id, state: 'accepted' }
  }

  /** Puts into the inbox that nothing is known. @returns whether the handler hears that, or has: not where an end was told in its place */
  async announceUnknown(result: NewEntry): Promise<boolean> {
    const entry = await this.#get((await this.announce(result)).id)
    return entry === undefined || isHeard(entry, true)
  }

  /**
   * Where an entry stands that may be a claim of what is true now. One that was not believed is looked into again, and
   * so is one that failed where nobody else does it.
   */
  async #revive({ id, state }: StoredEntry): Promise<EntryState> {
    const { inbox, registration, retries } = this.#parts
    const isFailed = state === 'dead' && !retries
    if (state === 'rejected' || isFailed) await inbox.replay(registration, id)
    return isFailed ? 'waiting' : state
  }

  /**
   * Has a result worked on again that its handler failed for, where nobody else does it: it may be told by another entry. Not one
   * that the plugin has retried already.
   *
   * @returns whether it is worked on again
   */
  async retry(id: string): Promise<boolean> {
    const { retries, attempts } = this.#parts
    const teller = await this.#tellerOf(id)
    if (retries || teller?.state !== 'dead' || teller.failures >= attempts) return false
    await this.#revive(teller)
    return true
  }

  /** Whether the handler failed for a result, and nobody retries it any more. */
  async isDead(id: string): Promise<boolean> {
    return (await this.#tellerOf(id))?.state === 'dead'
  }

  /** The entry that tells what another has the name of. */
  async #tellerOf(id: string): Promise<StoredEntry | undefined> {
    const known = await this.#get(id)
    const toldBy = known && readPayload(known.payload).toldBy
    return toldBy === undefined ? known : await this.#get(toldBy)
  }

  /** The entry that tells of a result, or claims it. */
  async find(result: NewEntry): Promise<StoredEntry | undefined> {
    const { isSame } = this.#parts
    const known = await this.#get(result.id)
    if (known === undefined || isSame === undefined || isSame(known, result)) return known
    return await this.#get(conflictId(result.id, result.fingerprint))
  }

  /**
   * Whether a result that conflicts with another entry is told by that one, which is looked into again if need be. One
   * that is another payment is not.
   */
  async isToldBy(conflictsWith: string, id: string): Promise<boolean> {
    const { isSame } = this.#parts
    const known = await this.#get(conflictsWith)
    // Where its entry is gone by now it was told, unless it may have been another payment.
    if (known === undefined) return isSame === undefined
    const result = isSame && (await this.#get(id))
    if (isSame && result && !isSame(known, result)) return false
    await this.#revive(known)
    return true
  }

  /**
   * What the handler was told, or is about to be, the last first.
   *
   * @param ends one for each end that the payment may have
   * @param besides the id of an entry that is left out
   */
  async told(ends: readonly End[], besides?: string): Promise<readonly ToldEnd[]> {
    const all: ToldEnd[] = []
    for (let time = 1; ; time += 1) {
      const results = ends.map(({ result }) => another(result, time))
      const found = await Promise.all(results.map((one) => (one.id === besides ? undefined : this.find(one))))
      const told = ends.flatMap(({ end }, index) => this.#toldBy(end, found[index], time))
      all.push(...told)
      for (const one of told) if (one.isDoubted) all.push(...(await this.#signedBeside(one)))
      // Nothing is told again but after another, or after a push that nobody confirmed, or of what was unexpected.
      const known = told.length + Number(results.some(({ id }) => id === besides))
      const mayBeAgain = time > 1 || told.some(({ isUnexpected, pushed }) => isUnexpected || pushed !== undefined)
      if (known < (mayBeAgain ? 1 : 2)) break
    }
    return all.toSorted((one, other) => other.at - one.at || other.askedAt - one.askedAt || comparePlaces(one, other))
  }

  /** Nothing of a push that is looked into, or was told by another entry: where it told itself, what the service said stands in it. */
  #toldBy(end: string, known: StoredEntry | undefined, times: number): ToldEnd[] {
    if (known === undefined || known.state === 'rejected' || (!isFinished(known) && !isSaid(known))) return []
    return this.#tells(end, known, times)
  }

  /** What an entry tells, or will when it has its turn. */
  #tells(end: string, known: StoredEntry, times: number): ToldEnd[] {
    const { id, finishedAt, receivedAt, payload, cursor, replay } = known
    const { verdict, signed, toldBy = id } = readPayload(payload)
    if (verdict === undefined && this.#parts.isConfirmed) return []
    const askedAt = verdict?.confirmation.askedAt.getTime() ?? receivedAt
    const isOvertaken = verdict?.overtakenBy !== undefined
    const isHearsay = this.#parts.isSigned && verdict === undefined && signed === undefined
    const pushed = verdict === undefined ? this.#parts.claimedBy(known) : undefined
    const isDoubted = this.#parts.isSigned && pushed !== undefined && pushed.evidence !== 'signed'
    const said = pushed ?? verdict
    const isUnexpected = isHearsay || (said !== undefined && isOfNobody(said))
    const at = isFinished(known) ? Number(finishedAt) : waits
    const isLate = verdict?.needsReview.includes('late') === true
    const isPlainly = pushed === undefined || (isPlain(pushed) && !isDoubted)
    const isPaid = said?.outcome === 'paid' && isPlainly && !isUnexpected
    const heard = { isOvertaken, isHeard: isHeard(known, false), isPaid, isLate }
    const told = { ...heard, isUnexpected, pushed, isHearsay, isDoubted }
    // One that was looked into again ended after what was accepted since.
    const place = replay ? Number.POSITIVE_INFINITY : Number(cursor)
    return [{ end, id, toldBy, at, askedAt, place, times, ...told }]
  }

  /** What a signed notice tells beside a doubted push of the same end: it is told by itself, though its other name waits yet. */
  async #signedBeside({ end, id }: ToldEnd): Promise<ToldEnd[]> {
    const known = await this.#get(besideDoubted(id))
    return known === undefined || known.state === 'rejected' || isSaid(known) ? [] : this.#tells(end, known, 1)
  }

  /**
   * Takes the name that a signed notice has beside a doubted push of the same end, before the service's word is told in its place:
   * the notice is a repeat of that then.
   *
   * @param told what was told, where a notice has the name that is known among it
   * @returns false where a signed notice came first that is not known among it
   */
  async takeBesideDoubted(told: readonly ToldEnd[], result: NewEntry): Promise<boolean> {
    const id = besideDoubted(result.id)
    if (!told.some((one) => one.isDoubted && one.id === result.id) || told.some((one) => one.id === id)) return true
    const known = await this.#get(id)
    // One that was rejected tells nothing, and never will.
    if (known !== undefined) return isSaid(known) || known.state === 'rejected'
    const payload = writePayload({ ...readPayload(result.payload), toldBy: onceMore(told, result).id })
    const { status } = await this.#parts.put({ ...result, id, identity: id, lane: id, session: undefined, payload })
    return status === 'accepted' || (await this.saidBy(id)) !== undefined
  }

  /** Tells of a result once more that was told before, but not last. Whoever comes to it after the same one finds it told. */
  async announceAfter(told: readonly ToldEnd[], result: NewEntry): Promise<Announced> {
    return await this.announce(onceMore(told, result))
  }

  /**
   * Where the entry stands that tells of a result, or claims it. One that was not believed does neither, and nor does one
   * that left it to another entry, which may have been rejected since, or that came to the address of somebody else. Where
   * pushes are told as they come, one that nothing but a CheckoutId joins to a payment of ours may be anybody's.
   */
  async standing(result: NewEntry): Promise<EntryState | undefined> {
    const known = await this.find(result)
    if (known === undefined || known.state === 'rejected') return undefined
    const { verdict } = readPayload(known.payload)
    const isLeft = verdict === undefined && (!this.#parts.isConfirmed || known.state === 'done')
    return isLeft || verdict?.needsReview.includes('otherReference') === true ? undefined : known.state
  }

  /** Whether only a push says it that may be anybody's: it came to no address of ours, or to that of another reference. */
  isAnybodys({ payload }: StoredEntry, reference: string | undefined): boolean {
    const { verdict, signed } = readPayload(payload)
    if (!this.#parts.isSigned || verdict !== undefined) return false
    return signed === undefined || signed.reference !== reference
  }

  /** The entry with an id, where it is still there and tells what the service said. */
  async saidBy(id: string): Promise<StoredEntry | undefined> {
    const known = await this.#get(id)
    return known !== undefined && isSaid(known) ? known : undefined
  }

  /** The entry of a lane that is worked on, or is next. */
  async openIn(lane: string): Promise<string | undefined> {
    const { inbox, registration } = this.#parts
    const heads = await inbox.list({ registration, lane, heads: true, limit: 1 })
    return heads.entries[0]?.id
  }

  /** Has a push looked into once more that was not believed: it came again. @returns whether it's over */
  async lookAgain(id: string): Promise<boolean> {
    const { inbox, registration } = this.#parts
    if (await this.isOpen(id)) return false
    if ((await this.stateOf(id)) === 'rejected') await inbox.replay(registration, id)
    return true
  }

  async isOpen(id: string): Promise<boolean> {
    const state = await this.stateOf(id)
    return state === 'waiting' || state === 'running'
  }

  /** Whether an entry is worked on before another: not where it stands behind that in its lane. */
  async isBefore(id: string, other: string): Promise<boolean> {
    const entry = await this.#get(id)
    return entry !== undefined && (await this.openIn(entry.lane)) !== other
  }

  /** Whether the last attempt on an entry failed. */
  async hasFailed(id: string): Promise<boolean> {
    return typeof (await this.#get(id))?.attempts.at(-1)?.error === 'string'
  }

  /** Whether an entry is kept. */
  async stateOf(id: string): Promise<EntryState | undefined> {
    return (await this.#get(id))?.state
  }

  async #get(id: string): Promise<StoredEntry | undefined> {
    const { inbox, registration } = this.#parts
    return await inbox.get(registration, id)
  }
}

/**
 * Whether a handler was called for an entry: one that failed may have acted. It was not where another end was told in its place.
 *
 * @param orWillBe whether one that still waits for its turn counts too
 */
export function isHeard({ state, attempts, payload }: StoredEntry, orWillBe: boolean): boolean {
  if (state === 'rejected' || readPayload(payload).verdict?.overtakenBy !== undefined) return false
  return orWillBe || state !== 'waiting' || attempts.length > 0
}

/** Whether it is told as a payment that nobody is known to have asked for, or at the address of another: it is news at its own. */
export function isOfNobody({ needsReview }: Pick<Verdict, 'needsReview'>): boolean {
  return needsReview.includes('unexpected') || needsReview.includes('otherReference')
}

/**
 * Whether the service's word is news where the same end was told: as one that nobody is known to have asked for, at the address
 * of another, by a push alone that counts the money otherwise, or plainly by one where it is not what was asked for.
 */
export function isNewsAfter(told: ToldEnd, verdict: Verdict): boolean {
  if (told.isUnexpected) return !isOfNobody(verdict)
  if (told.pushed === undefined) return false
  const isDoubted = verdict.outcome !== verdict.confirmation.says && verdict.confirmation.says === 'paid'
  return countsOtherwise(told.pushed, verdict.confirmation) || (isDoubted && isPlain(told.pushed))
}

/** Whether nothing is odd about what a push says. */
export function isPlain({ needsReview }: ConfirmableEvent): boolean {
  return needsReview.length === 0
}

/** The name of an end beside a doubted push of it, which has its own: a signed notice takes it, or the service's word. */
export function besideDoubted(id: string): string {
  return `${id}|signed`
}

/** Whether nothing is left to do about an entry. */
export function isFinished({ state }: Pick<Announced, 'state'>): boolean {
  return state === 'done' || state === 'dead'
}

/** Whether an entry tells what the service said. */
function isSaid({ payload }: StoredEntry): boolean {
  return readPayload(payload).verdict !== undefined
}

/**
 * Which of two came last that ended at one moment, the last first: by their places. When one was looked into again they don't say:
 * what was told once more came after what it stood behind.
 */
function comparePlaces(one: ToldEnd, other: ToldEnd): number {
  const apart = other.place - one.place
  return Number.isFinite(apart) ? apart : other.times - one.times || apart || 0
}

/** The entry of a result that is told once more, after another. */
function another(result: NewEntry, time: number): NewEntry {
  if (time === 1) return result
  return { ...result, id: `${result.id}|${time}`, identity: `${result.identity}|${time}`, fingerprint: '' }
}

function onceMore(told: readonly ToldEnd[], result: NewEntry): NewEntry {
  return another(result, Math.max(...told.map(({ times }) => times)) + 1)
}

/** What was told last, or is about to be, and was not overtaken: hearsay where there is nothing else. @param told the last first */
export function lastOf(told: readonly ToldEnd[]): ToldEnd | undefined {
  const standing = told.filter(({ isOvertaken }) => !isOvertaken)
  return standing.find(({ isHearsay }) => !isHearsay) ?? standing[0]
}

/**
 * What the service's word contradicts of all that was told, or is about to be, the last of it: that it was paid, where no money
 * came or it is told as paid once more after another end; and that it went back, where only a push says so. What anybody may have
 * posted counts against what was not paid alone, where nothing else was told.
 *
 * @param told the last first
 */
export function contradictedBy(
  told: readonly ToldEnd[],
  { outcome, confirmation: { says } }: Verdict,
): ToldEnd | undefined {
  const standing = told.filter(({ isOvertaken }) => !isOvertaken)
  const sure = standing.filter(({ isHearsay }) => !isHearsay)
  const refund = sure.find(({ pushed, isUnexpected }) => pushed?.outcome === 'refunded' && !isUnexpected)
  if (isUnpaid(says)) return (sure.length > 0 ? sure : standing).find(({ end }) => end === 'paid') ?? refund
  if (says !== 'paid') return undefined
  const isAgain = outcome === 'paid' && sure[0]?.end !== 'paid'
  return refund ?? (isAgain ? sure.find(({ isPaid }) => isPaid) : undefined)
}

/** How many ends stand before one that is told after them: what a push says that may be anybody's is none. */
export function countOf(told: readonly ToldEnd[]): number {
  return told.filter(({ isHearsay }) => !isHearsay).length
}

/** Whether its handler was called, or another end told in its place. */
export function isOver({ at }: ToldEnd): boolean {
  return at !== waits
}

const waits = Number.MAX_VALUE
