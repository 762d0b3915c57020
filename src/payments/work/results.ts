import { readPayload, writePayload } from '../../inbox/entry.ts'
import { conflictId, type EntryState, type NewEntry, type StoredEntry } from '../../store/entry.ts'
import type { Acceptance, InboxStore } from '../../store/inbox-store.ts'
import type { ConfirmableEvent } from '../rules/question-of.ts'
import { isOfNobody, isPlain, lastFirst, type ToldEnd, waits } from './told-ends.ts'

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
    return all.toSorted(lastFirst)
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
    return isOpen(await this.stateOf(id))
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

/** The name of an end beside a doubted push of it, which has its own: a signed notice takes it, or the service's word. */
export function besideDoubted(id: string): string {
  return `${id}|signed`
}

/** Whether nothing is left to do about an entry. */
export function isFinished({ state }: Pick<Announced, 'state'>): boolean {
  return state === 'done' || state === 'dead'
}

/** Whether an entry waits or is worked on. */
export function isOpen(state: EntryState | undefined): boolean {
  return state === 'waiting' || state === 'running'
}

/** Whether an entry tells what the service said. */
function isSaid({ payload }: StoredEntry): boolean {
  return readPayload(payload).verdict !== undefined
}

/** The entry of a result that is told once more, after another. */
function another(result: NewEntry, time: number): NewEntry {
  if (time === 1) return result
  return { ...result, id: `${result.id}|${time}`, identity: `${result.identity}|${time}`, fingerprint: '' }
}

function onceMore(told: readonly ToldEnd[], result: NewEntry): NewEntry {
  return another(result, Math.max(...told.map(({ times }) => times)) + 1)
}
