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
  /** In each place the hash of an id, that of what its session is known by, with its phone, and when it began, in monotonic ms. */
  #begun = new Float64Array(fewestPlaces * placeSize).fill(Number.NEGATIVE_INFINITY)
  #places = fewestPlaces
  #count = 0

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
    if (type === 'initiation') this.#makeRoom()
    const begun = this.#begun
    const at = (hash & (this.#places - 1)) * placeSize
    if (type !== 'initiation') {
      return begun[at] === hash && begun[at + 1] !== session && now - Number(begun[at + 2]) <= this.#time
    }
    begun[at] = hash
    begun[at + 1] = session
    begun[at + 2] = now
    return false
  }

  /** For as many more, up to a bound. What was in a place is in both that have the same low bits. */
  #makeRoom(): void {
    if (this.#places === mostPlaces || ++this.#count <= this.#places / 16) return
    const begun = this.#begun
    this.#places *= 2
    this.#begun = new Float64Array(this.#places * placeSize)
    this.#begun.set(begun)
    this.#begun.set(begun, begun.length)
  }
}

/** What is said of such a push. */
export const otherPhone =
  'the SessionId came with another Mobile before: this is another session, unless mobileMayChange says that it may change, or country whose numbers lack a calling code'

const fewestPlaces = 2_048
const mostPlaces = 8_192
const placeSize = 3

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
