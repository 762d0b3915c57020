import { messageStatuses } from '../catalogue/message-statuses.ts'
import { statusWords } from '../pushes/money/outcome.ts'
import { useOf } from './known-fields.ts'

/**
 * Masks a text for people: words that everybody uses stay, letters of every other become `x`, digits `0`. Length,
 * casing and punctuation stay, and what is not ASCII stays beyond ASCII.
 *
 * @param maskNumber masks a run of digits that may be a phone number
 */
export function maskText(text: string, maskNumber: (digits: string) => string): string {
  return text.replaceAll(/\+?\d+|[\p{L}\p{M}\p{N}_]+/gu, (run) => {
    if (longNumber.test(run)) return maskNumber(run)
    return isEverybodys(run) ? run : maskLetters(run)
  })
}

const longNumber = /^\+?\d{7,15}$/

/** Letter by letter. A letter beyond ASCII stays beyond it: such texts are read with more suspicion. */
export function maskLetters(text: string): string {
  return text
    .replaceAll(/[a-z]/g, 'x')
    .replaceAll(/[A-Z]/g, 'X')
    .replaceAll(/\d/g, '0')
    .replaceAll(/[^\p{ASCII}]/gu, (character) => (/[\p{L}\p{M}\p{N}]/u.test(character) ? wide(character) : character))
}

function wide(character: string): string {
  return 'é'.repeat(character.length)
}

function isEverybodys(word: string): boolean {
  return vocabulary.has(word.toLowerCase()) || (word.length > 8 && useOf(word) !== undefined)
}

/** What services write about payments and messages. No word in here is anybody's name. */
const vocabulary = new Set<string>(
  [
    ...statusWords.flatMap(({ words }) => words),
    ...messageStatuses.flatMap(({ status }) => [status.replaceAll(/[ /]/g, ''), ...status.split(/[ /]/)]),
    ...'the for from with your was were been have not never could cannot unable nothing please again later'.split(' '),
    ...'payment transaction order invoice request amount money account balance charge mobile wallet funds'.split(' '),
    ...'made over complete completion success successfully failing fails fail cancel cancels decline declines'.split(
      ' ',
    ),
    ...'refused denied abort aborted abandoned insufficient incorrect timeout timed returned rollback blocked'.split(
      ' ',
    ),
    ...'unauthorized suspended partial partially underpaid awaiting waiting refund reversal chargeback disputed'.split(
      ' ',
    ),
    ...'progress queued hold customer subscriber merchant service message approval started status code'.split(' '),
    ...'true false null stop start help vote'.split(' '),
  ].map((word) => word.toLowerCase()),
)
