import { readTextOffers } from '../phone/offers.ts'

/** USSD replies don't say that they ask for a PIN, and an application in another process isn't heard. */
export function asksForSecret(screen: string | undefined, entered: string): boolean {
  if (screen === undefined || !/\b(?:pin|password|passcode|code secret|mot de passe)\b/i.test(screen)) return false
  const { choices, ways } = readTextOffers(screen)
  return ![...choices, ...ways].some(({ value }) => value === entered)
}
