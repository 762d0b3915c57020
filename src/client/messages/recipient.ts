import type { Numbering } from '../../text/countries.ts'
import { toInternational } from '../../text/phone.ts'
import type { RequestFields } from '../request-fields.ts'

/**
 * To whom a message goes, in international form with its plus (reference 4.4). A number as it is dialled inside a
 * country is taken only where the client knows which; what is not certain is refused, since the message would reach
 * somebody else, and cost.
 *
 * @throws ClientFieldError
 */
export function readRecipient(fields: RequestFields, value: unknown, country: Numbering | undefined): string {
  const recipient = fields.text('to', value)
  const international = toInternational(recipient, country)
  if (international !== null) return international
  const hint = country === undefined ? '; the option country allows those dialled inside it' : ''
  throw fields.fault(
    'to',
    `a phone number in international form, with a plus${hint}`,
    `a text of ${recipient.length} characters that is not certainly one`,
  )
}
