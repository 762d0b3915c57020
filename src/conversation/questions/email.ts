import { plainEntry } from '../../text/folded/plain-entry.ts'
import { checkOptions, optionNames } from './check-options.ts'
import { fillWords, makeQuestion } from './make-question.ts'
import type { Checked, CheckSays, Question, QuestionOptions, Settled, Skipped } from './question.ts'

/**
 * Options of {@link email}.
 *
 * @example
 * const options: EmailOptions = { check: (address) => address.endsWith('@shop.example') || 'Your work address, please.' }
 */
export type EmailOptions<
  Says extends CheckSays = boolean | string,
  Line extends string | undefined = undefined,
> = QuestionOptions<string, Says, Line>

/**
 * Asks for an e-mail address, in ASCII, of at most 254 characters. The host of the answer is in lower case. The part
 * before the `@` stays as entered, because only its host knows whether case matters there. The question doesn't check
 * whether anybody reads mail there.
 *
 * @throws FMW_QUESTION_NAME for an unknown option, FMW_QUESTION_VALUE for a wrong one
 * @example
 * ```ts
 * const address = await talk.ask('Your e-mail?', email()) // Ama@Shop.Example gives 'Ama@shop.example'
 * ```
 */
export function email<Says extends CheckSays = boolean | string, Line extends string | undefined = undefined>(
  options: EmailOptions<Says, Line> = {},
): Question<Checked<string, Settled<Says>> | Skipped<Settled<Line>>> {
  const own = checkOptions('email', names, options)
  return makeQuestion(own, {
    type: 'email',
    field: 'email',
    // No key is as long.
    isKeyless: true,
    clean: plainEntry,
    understand(entry, { words }) {
      const answer = readAddress(entry)
      return answer === undefined ? { problem: fillWords(words.email, { example: 'ama@example.com' }) } : { answer }
    },
  })
}

const names = optionNames()

const longestAddress = 254
const longestLocal = 64

// No part of an expression can match what the next one begins with, so each is read once, however long the entry.
const localForm = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const hostForm = /^(?:[a-z0-9-]{1,63}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i
const hyphenAtAnEnd = /^-|-$|-\.|\.-/

function readAddress(entry: string): string | undefined {
  if (entry.length > longestAddress) return undefined
  const at = entry.indexOf('@')
  const local = entry.slice(0, Math.max(at, 0))
  const host = entry.slice(at + 1)
  if (local.length > longestLocal || !localForm.test(local)) return undefined
  return hostForm.test(host) && !hyphenAtAnEnd.test(host) ? `${local}@${host.toLowerCase()}` : undefined
}
