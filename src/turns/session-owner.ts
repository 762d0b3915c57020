import { digest } from '../pushes/digest.ts'
import type { SessionEvent } from '../pushes/session-push.ts'
import { nationalDigits } from '../text/phone.ts'

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
 * Tells whose session a push is of: one text for each phone, however it is spelt; empty where that may change or is not
 * said. Without a country national numbers are compared by their digits.
 */
export function ownerOf(mobileMayChange: MobileMayChange, hasCountry: boolean): OwnerOf {
  const operators = typeof mobileMayChange === 'boolean' ? [] : mobileMayChange.map(fold)
  return ({ mobile, mobileInternational, operator }) => {
    if (mobileMayChange === true || (operators.length > 0 && operators.includes(fold(operator)))) return ''
    const known = hasCountry ? (mobileInternational ?? mobile.trim()) : nationalDigits(mobileInternational ?? mobile)
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
