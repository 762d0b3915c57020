import { readTextOffers } from '../../phone/offers.ts'

/** USSD replies don't say that they ask for a PIN, and an application in another process isn't heard. */
export function asksForSecret(screen: string | undefined, entered: string): boolean {
  if (screen === undefined || !speaksOfSecret(screen)) return false
  const { choices, ways } = readTextOffers(screen)
  return ![...choices, ...ways].some(({ value }) => value === entered)
}

/** Whether a text has a word for what nobody else may know, in English or French. */
export function speaksOfSecret(text: string): boolean {
  return english.test(text) || french.test(text)
}

/** Whether a line offers a choice: it stands there whatever was entered. */
export function isChoice(line: string): boolean {
  return choice.test(line)
}

const choice = /^\s*[\d*#]{1,6}[.):]\s/
const english =
  /\b(?:pins?|passwords?|passcodes?|passphrase|otp|one[- ]time|secret (?:number|code|word)|(?:security|verification) code)\b/i
const french =
  /\b(?:(?:mot|code) de passe|(?:code|num[eé]ro) (?:secret|confidentiel)|usage unique|code de v[eé]rification)\b/i
