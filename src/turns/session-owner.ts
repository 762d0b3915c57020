import { digest } from '../pushes/reading/digest.ts'
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
