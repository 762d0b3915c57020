import type {
  NewTrailLine,
  TrailLine as StoredLine,
  TrailQuery as StoredQuery,
  TrailLook,
} from '../store/people/trail.ts'
import { saysSomething } from '../text/clean-text.ts'
import { maskNumbers, maskReference, maskWritten } from '../text/phone.ts'
import { checkNames, pagesOf, readLimit, readMoment } from './check-query.ts'
import { FMW_LOOK } from './errors.ts'

/**
 * Who does something, and why. Both stand on the trail.
 *
 * @example
 * const person: PersonOptions = { by: 'Ama', reason: 'the ledger is open again' }
 * await app.merchant.inbox.replay(id, person)
 */
export interface PersonOptions {
  /** The name of a person, or of a part of your application. 1 to 200 characters. A phone number in it is shortened before it is kept. */
  readonly by?: string | undefined
  /** 3 to 2,000 characters. Phone numbers in it are shortened before it comes onto the trail; name no secret in it. */
  readonly reason?: string | undefined
}

/**
 * What somebody did, as you add it to the trail.
 *
 * @example
 * const act: TrailAct = { by: 'Ama', act: 'refund', entry: id, about: { amountMinor: 200 }, reason: 'paid twice' }
 * await app.merchant.trail.append(act)
 */
export interface TrailAct extends Pick<PersonOptions, 'by'> {
  /** 1 to 2,000 characters. Phone numbers in it are shortened before it comes onto the trail; name no secret in it. */
  readonly reason?: string | undefined
  /** A word: letters, digits and dashes, 40 at most. */
  readonly act: string
  /** The id of the entry that it was done to. */
  readonly entry?: string | undefined
  /** What else there is to say of it: numbers, words and true or false by their names, 10,000 characters at most. */
  readonly about?: TrailAbout | undefined
}

/** What a line says besides, by name. */
export type TrailAbout = Readonly<Record<string, TrailValue | readonly TrailValue[] | undefined>>

type TrailValue = string | number | boolean

/**
 * A line of the trail: what somebody did.
 *
 * @example
 * const inWords = ({ at, by, act, entry }: TrailEntry) => `${at.toISOString()} ${by ?? 'somebody'}: ${act} ${entry ?? ''}`
 */
export interface TrailEntry {
  /** By the store's clock. */
  readonly at: Date
  /** Null where nobody said who. */
  readonly by: string | null
  /**
   * `unmask`, `export`, `erase`, `replay`, `redrive`, `settle`, `note`, `stop` or `start`; `erased` where less or more went than the line
   * `erase` before it says; `refused` where one of them was not done
   * after its line, since somebody else was faster; or a word of your own.
   */
  readonly act: string
  /** The id of the entry that it was done to. Null where it was none, and where a line is about many. */
  readonly entry: string | null
  /** For many the filter, and in `count` how many entries fitted it; at their end `done` and `skipped`; for `stop` and `start` the kind; for `refused` the act. */
  readonly about: TrailAbout | null
  readonly reason: string | null
}

/**
 * Which lines you want, and which page of them. A line must match every field that you give.
 *
 * @example
 * const query: TrailQuery = { since: new Date('2026-11-20'), limit: 20 }
 * const { lines, next } = await app.merchant.trail.list(query)
 */
export interface TrailQuery {
  /** The whole id of an entry. */
  readonly entry?: string | undefined
  /** Written at this time or later: a Date, or epoch ms. */
  readonly since?: Date | number | undefined
  /** Written before this time: a Date, or epoch ms. */
  readonly until?: Date | number | undefined
  /** Lines on a page, 1 to 1,000. Default 50. */
  readonly limit?: number | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/**
 * A page of the trail, newest first.
 *
 * @example
 * const { lines, next }: TrailPage = await app.merchant.trail.list()
 */
export interface TrailPage {
  readonly lines: readonly TrailEntry[]
  /** The `cursor` of the page that follows; undefined on the last. */
  readonly next: string | undefined
}

/**
 * What people did, kept in the store: `app.merchant.trail`. Lines are added, and never changed.
 *
 * Every method rejects with `FMW_STORE_UNAVAILABLE` while the store can't be reached, and with `FMW_LOOK` for what is
 * wrong.
 *
 * @example
 * for await (const { at, by, act, entry } of app.merchant.trail.all({ entry: id })) console.log(at, by, act, entry)
 */
export class Trail {
  readonly #look: TrailLook
  readonly #registration: string

  /** @param registration whose trail */
  constructor(look: TrailLook, registration: string) {
    this.#look = look
    this.#registration = registration
  }

  /** A page of lines, newest first. */
  async list(query: TrailQuery = {}): Promise<TrailPage> {
    const { lines, next } = await this.#look.list(readQuery(query, this.#registration))
    return { lines: lines.map(toEntry), next }
  }

  /**
   * Every line, newest first, a page at a time.
   *
   * @example
   * for await (const { by, reason } of app.merchant.trail.all({ since: yesterday })) console.log(by, reason)
   */
  async *all(query: TrailQuery = {}): AsyncGenerator<TrailEntry, void, undefined> {
    for await (const { lines } of pagesOf((asked: TrailQuery) => this.list(asked), query)) yield* lines
  }

  /**
   * Adds a line, with the phone numbers in `by`, `reason` and `about` shortened. Do it before the act, so that none is without a line: where this rejects, don't act.
   *
   * @example
   * await app.merchant.trail.append({ by: 'Ama', act: 'refund', entry: id, reason: 'paid twice' })
   * await giveBack(reference)
   */
  async append(act: TrailAct): Promise<void> {
    const line = readAct(act)
    // Nothing changes a line, so what may have to be erased must not come into one.
    await this.#look.append(this.#registration, { ...line, reason: line.reason && maskWritten(line.reason) })
  }
}

/** A line as JSON shows it: phone numbers that its texts hold are shortened. */
export function trailJson({ by, entry, about, reason, ...line }: TrailEntry): object {
  return {
    ...line,
    by: by && maskWritten(by),
    entry: entry && maskNumbers(entry),
    about: about && maskedAbout(about),
    reason: reason && maskWritten(reason),
  }
}

function maskedAbout(about: TrailAbout): TrailAbout {
  const maskedValue = (name: string, value: TrailAbout[string]) => {
    // The digits between the dashes of a session's id are no phone: it has to be found again.
    const mask = name === 'session' ? maskReference : maskWritten
    const masked = (one: TrailValue): TrailValue => (typeof one === 'string' ? mask(one) : one)
    return typeof value === 'object' ? value.map(masked) : value && masked(value)
  }
  return Object.fromEntries(Object.entries(about).map(([name, value]) => [maskWritten(name), maskedValue(name, value)]))
}

/** Who, and why, as a line has it. @throws FMW_LOOK naming what is wrong */
export function readPerson({ by, reason }: PersonOptions): Pick<NewTrailLine, 'by' | 'reason'> {
  const name = by === undefined ? null : readName(by)
  if (reason !== undefined && !isReason(reason)) {
    throw new FMW_LOOK('reason', `must be ${aReason}`)
  }
  return { by: name, reason: reason ?? null }
}

/** What a reason is, wherever it is given. Characters. */
export const shortestReason = 3
export const longestReason = 2_000
export const aReason = 'a text of 3 to 2,000 characters that can be seen'

function isReason(given: unknown): boolean {
  return isNote(given) && given.trim().length >= shortestReason
}

// Callers in plain JavaScript may give anything.
function isNote(given: unknown): given is string {
  return typeof given === 'string' && given.length <= longestReason && saysSomething(given)
}

/** What somebody noted: it may be as short as "ok". @throws FMW_LOOK naming it */
export function readNote(name: 'note' | 'reason', given: unknown): string {
  if (isNote(given)) return given
  throw new FMW_LOOK(name, 'must be a text of 1 to 2,000 characters that can be seen')
}

/** Who, and why, of what the `where` was given. @throws FMW_LOOK naming what is wrong, or not known */
export function readNamed(where: string, given: PersonOptions): PersonOptions {
  const { by, reason } = checkNames(where, given, ['by', 'reason'])
  readPerson({ by, reason })
  return { by, reason }
}

/**
 * A name as it is kept: a phone number in it is shortened, for nothing changes it when its owner is erased.
 *
 * @throws FMW_LOOK where it is no name
 */
export function readName(by: unknown): string {
  if (typeof by === 'string' && by.trim() !== '' && by.length <= longestName) return maskWritten(by)
  throw new FMW_LOOK('by', `must be a name of 1 to ${longestName} characters`)
}

/** @throws FMW_LOOK naming what is wrong */
function readAct(given: TrailAct): NewTrailLine {
  const { act, entry = null, about, by, reason } = checkNames('the trail', given, actNames)
  if (typeof act !== 'string' || !word.test(act)) {
    throw new FMW_LOOK('act', 'must be a word of letters, digits and dashes, 40 at most')
  }
  if (entry !== null && (typeof entry !== 'string' || entry === '')) {
    throw new FMW_LOOK('entry', 'must be the id of an entry, as lists show it')
  }
  const note = reason === undefined ? null : readNote('reason', reason)
  return { act, entry, about: readAbout(about), ...readPerson({ by }), reason: note }
}

function readAbout(about: TrailAbout | undefined): string | null {
  if (about === undefined) return null
  const isPlain = typeof about === 'object' && about !== null && Object.values(about).flat().every(isValue)
  const text = isPlain ? JSON.stringify(maskedAbout(about)) : undefined
  if (text !== undefined && text.length <= longestAbout) return text
  throw new FMW_LOOK('about', `must be numbers, texts and booleans by name, ${longestAbout} characters in all`)
}

function isValue(value: unknown): boolean {
  return value === undefined || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)
}

function readQuery(given: TrailQuery, registration: string): StoredQuery {
  const { entry, since, until, limit, cursor } = checkNames('the trail', given, queryNames)
  return {
    registration,
    entry,
    since: readMoment('since', since),
    until: readMoment('until', until),
    limit: readLimit(limit),
    cursor,
  }
}

function toEntry({ at, about, ...line }: StoredLine): TrailEntry {
  return { ...line, at: new Date(at), about: about === null ? null : JSON.parse(about) }
}

// Characters
const longestName = 200
const longestAbout = 10_000

const word = /^[A-Za-z][\w-]{0,39}$/
const actNames = ['act', 'by', 'reason', 'entry', 'about']
const queryNames = ['entry', 'since', 'until', 'limit', 'cursor']
