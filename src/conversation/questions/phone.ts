import { type Country, type Numbering, readCountry } from '../../text/countries.ts'
import { plainEntry } from '../../text/folded/plain-entry.ts'
import { toInternational } from '../../text/phone.ts'
import type { Words } from '../words.ts'
import { checkOptions, optionNames } from './check-options.ts'
import { fillWords, makeQuestion } from './make-question.ts'
import type { AnswerFound, Checked, CheckSays, Question, QuestionOptions, Settled, Skipped } from './question.ts'

/**
 * Options of {@link phone}.
 *
 * @example
 * const options: PhoneNumberOptions = { country: 'GH', problem: 'Please enter the number that gets the parcel text.' }
 */
export interface PhoneNumberOptions<
  Says extends CheckSays = boolean | string,
  Line extends string | undefined = undefined,
> extends QuestionOptions<string, Says, Line> {
  /** Also accepts numbers as they are dialled inside this country. Default: the `country` of the registration. */
  readonly country?: Country | undefined
}

/**
 * Asks for a phone number. The answer is in international form: `+` and 8 to 15 digits. If a number isn't certain, such
 * as a national one without a country, the plugin asks again.
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one
 * @throws FMW_COUNTRY for an unknown country
 * @example
 * ```ts
 * const friend = await talk.ask('Whose number?', phone({ country: 'GH' })) // 0000000000 gives '+233000000000'
 * ```
 */
export function phone<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: PhoneNumberOptions<Says, Line> = {},
): Question<Checked<string, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('phone', names, options)
  const local = own.country === undefined ? undefined : readCountry(own.country)
  const question = makeQuestion<string, Settled<Says>, Settled<Line>>(own, {
    type: 'phone',
    field: 'phone',
    // No key is as long.
    isKeyless: true,
    clean: plainEntry,
    understand: (entry, { words, country }) => understand(entry, local ?? country, words),
  })
  if (local === undefined) withoutCountry.add(question)
  return question
}

/** Whether a question reads numbers as they are dialled at home only where the registration says where that is. */
export function hasNoCountry(question: object): boolean {
  return withoutCountry.has(question)
}

const withoutCountry = new WeakSet<object>()

const names = optionNames('country')

function understand(entry: string, country: Numbering | undefined, words: Words): AnswerFound<string> {
  const answer = toInternational(entry, country)
  return answer === null ? { problem: fillWords(words.phone, { example: exampleOf(country) }) } : { answer }
}

/** A number that can be read: as it is dialled inside the country where that is known, else with its plus. */
function exampleOf(country: Numbering | undefined): string {
  if (country === undefined) return '+233123456789'
  const { nationalLengths, trunk = '' } = country
  const length = Math.max(...nationalLengths)
  return trunk + '1234567890'.repeat(2).slice(0, length)
}
