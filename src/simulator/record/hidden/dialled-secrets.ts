import { toInternational } from '../../../text/phone.ts'
import type { WireFields } from '../../wire/names.ts'
import { asksForSecret } from './asks-for-secret.ts'
import { shortestSecret } from './mask.ts'

/**
 * What of a dialled code may be a secret: `7391` of `*713*4*7391#`, where what came of it asks for one. A sensitive question takes
 * no dialled answer, but nothing says how many the questions before it took. What is as short as a choice is taken for one.
 *
 * @param isAsked whether the next answer of the session was sensitive
 */
export function dialledSecrets(
  { Message, ServiceCode }: WireFields,
  screen: string | undefined,
  isAsked: boolean,
): readonly string[] {
  const [dialled, code] = [partsOf(Message), partsOf(ServiceCode)]
  const isOfCode = code.length > 0 && code.every((part, place) => part === dialled[place])
  return dialled.slice(isOfCode ? code.length : 1).filter((answer) => {
    if (answer.length < shortestSecret || isNumber(answer)) return false
    return isAsked || asksForSecret(screen, answer)
  })
}

function partsOf(code: unknown): readonly string[] {
  return String(code)
    .split(/[*#]/)
    .filter((part) => part !== '')
}

/** A phone number has a stand-in of its own. */
function isNumber(answer: string): boolean {
  return answer.length > longestSecret && (toInternational(answer) !== null || /^0\d{8,}$/.test(answer))
}

const longestSecret = 8
