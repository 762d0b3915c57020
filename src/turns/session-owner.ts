import { randomInt } from 'node:crypto'
import { digest } from '../pushes/reading/identifiers.ts'
import type { SessionEvent } from '../pushes/session-push.ts'

/**
 * Where the Mobile of a session may change from push to push: nowhere, everywhere, or on the channels with these names in
 * Operator, in any case.
 *
 * @example
 * const mobileMayChange: MobileMayChange = ['webstore', 'POS-Android']
 * await app.register(merchantWebhooks, { verify, programmable: { handler: shop, mobileMayChange } })
 */
export type MobileMayChange = boolean | readonly string[]

/** Whose session a push is of: a push with another phone is of another session, though it has the same id. */
export type OwnerOf = (event: Pick<SessionEvent, 'mobile' | 'mobileInternational' | 'operator'>) => string

/**
 * Tells whose session a push is of: the phone's number in full, where that is certain; else what was sent; empty where it
 * may change or is not said. A number as it is dialled inside some country is a phone of its own until the setting
 * `country` says which one: two phones of two countries may write it alike, and behind a session there may be a PIN.
 */
export function ownerOf(mobileMayChange: MobileMayChange): OwnerOf {
  const operators = typeof mobileMayChange === 'boolean' ? [] : mobileMayChange.map(fold)
  return ({ mobile, mobileInternational, operator }) => {
    if (mobileMayChange === true || (operators.length > 0 && operators.includes(fold(operator)))) return ''
    const known = mobileInternational ?? mobile.trim()
    return known.length > longest ? digest(known) : known
  }
}

/** What a session is known by in a process: an id has no NUL in it. */
export function sessionIdOf({ sessionId }: Pick<SessionEvent, 'sessionId'>, owner: string): string {
  return owner === '' ? sessionId : `${sessionId}\u0000${owner}`
}

const fold = (operator: string): string => operator.trim().toLowerCase()

// Characters: the sessions of every phone are shorter, and what somebody else writes there may be as long as a body.
const longest = 40

/**
 * The ids of sessions that began here lately, so that one can be told that goes on with another phone. A session has one
 * place by its id, and gives it up to another that comes there: what is told is a hint. Kept as numbers, so that nothing
 * of a turn lives on for the collector to copy.
 */
export class DialledIds {
  readonly #time: number
  readonly #hashStart = randomInt(2 ** 32)
  /** In each place the hash of an id. */
  readonly #ids = new Int32Array(places)
  /** The hash of what the session is known by, with its phone. */
  readonly #sessions = new Int32Array(places)
  /** Monotonic ms. */
  readonly #begunAt = new Float64Array(places).fill(Number.NEGATIVE_INFINITY)

  /** @param time ms for which they are remembered */
  constructor(time: number) {
    this.#time = time
  }

  /**
   * A push begins a session.
   *
   * @param id what the session is known by, with its phone
   * @param now monotonic ms
   * @returns whether it goes on with the id of a session that began with another phone
   */
  isOfAnother({ type, sessionId }: SessionEvent, id: string, now: number): boolean {
    const hash = hashId(sessionId, this.#hashStart)
    const session = hashId(id, this.#hashStart)
    const place = hash & (places - 1)
    if (type !== 'initiation') {
      const age = now - Number(this.#begunAt[place])
      return this.#ids[place] === hash && this.#sessions[place] !== session && age <= this.#time
    }
    this.#ids[place] = hash
    this.#sessions[place] = session
    this.#begunAt[place] = now
    return false
  }
}

/** What is said of such a push. */
export const otherPhone =
  'the SessionId came with another Mobile before: this is another session, unless mobileMayChange says that it may change, or country whose numbers lack a calling code'

const places = 8_192

/**
 * FNV-1a of an id's UTF-16 units, from a start that nobody else knows: whoever can choose ids cannot choose those that
 * meet in one place.
 *
 * @param start 32 bits, the same for all ids that are compared
 * @returns 32 bits
 */
export function hashId(id: string, start: number): number {
  let hash = start
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}
