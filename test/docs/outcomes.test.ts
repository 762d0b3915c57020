import { describe, expect, it } from 'vitest'
import { fulfilmentOutcomes, type Outcome, paymentOutcomes } from '../../src/index.ts'
import {
  type ContradictionReading,
  classifyWord,
  contradictingFields,
  judgeFulfilment,
  judgePayment,
  statusWords,
} from '../../src/pushes/money/outcome.ts'
import { codeIn, proseOf, rowsOf } from './documents.ts'

const guide = 'docs/guides/payment-outcomes.md'

// What the guide calls the classes whose own names are of the program.
const shown: Readonly<Record<string, string>> = {
  soundsPaid: 'sounds paid',
  soundsUnpaid: 'sounds unpaid',
  other: 'unknown',
}
const readAs: Readonly<Record<ContradictionReading, string>> = {
  word: 'a status word',
  code: 'a response code',
  yes: 'yes or no',
  nothing: 'what went back',
  direction: 'its direction',
  kind: 'a kind',
  anyCode: 'a code, of whatever',
}
const listOf = (classes: readonly string[]) =>
  classes.length === everyClass ? 'any' : classes.map((one) => shown[one] ?? one).join(', ')
const everyClass = Math.max(...paymentOutcomes.map(({ envelope }) => envelope.length))

describe('the guide on outcomes', () => {
  it('shows the outcomes of checkout callbacks and USSD payment notices row by row', () => {
    expect(rowsOf(guide, 'Checkout callbacks and USSD payment notices')).toEqual(
      paymentOutcomes.map(({ code, word, envelope, outcome, why }) => [
        listOf(code),
        listOf(word),
        listOf(envelope),
        `\`${outcome}\``,
        why,
      ]),
    )
  })

  it('shows the outcomes of fulfilment notices row by row', () => {
    expect(rowsOf(guide, 'Fulfilment notices')).toEqual(
      fulfilmentOutcomes.map(({ isSuccessful, word, outcome, why }) => [
        `${isSuccessful}`,
        word,
        `\`${outcome}\``,
        why,
      ]),
    )
  })

  it('shows what takes an outcome back row by row', () => {
    expect(rowsOf(guide, 'What takes an outcome back')).toEqual(
      contradictingFields.map(({ names, endings = [], parts = [], reads, besidePaid, besideFailed }) => [
        [...names, ...endings.map((ending) => `…${ending}`), ...parts.map((part) => `…${part}…`)]
          .map((name) => `\`${name}\``)
          .join(', '),
        readAs[reads],
        besidePaid,
        besideFailed,
      ]),
    )
  })

  it('shows every status word', () => {
    const words = codeIn(proseOf(guide)).map((word) => word.toLowerCase())
    expect(statusWords.flatMap(({ words }) => words).filter((word) => !words.includes(word))).toEqual([])
  })

  it('says of each outcome what to do', () => {
    const outcomes: Outcome[] = ['paid', 'failed', 'cancelled', 'pending', 'refunded', 'undetermined']
    expect(rowsOf('docs/guides/payments.md', 'Outcomes').map(([outcome = '']) => codeIn(outcome)[0])).toEqual(outcomes)
  })

  it('is right about the commonest doubt, and about codes that say nothing', () => {
    expect(judgePayment({ code: '0000', word: 'Cancelled', envelope: ['Success'] }).outcome).toBe('undetermined')
    expect(classifyWord('Transaction successful')).toBe('soundsPaid')
    for (const text of ['Payment failed', 'not paid', 'awaiting approval'])
      expect(classifyWord(text)).toBe('soundsUnpaid')
    for (const code of ['0001', '0005', '4105']) {
      expect(judgePayment({ code, word: 'Failed', envelope: ['Failed'] }).outcome).toBe('undetermined')
    }
    expect(judgeFulfilment(true, 'Cancelled').outcome).toBe('undetermined')
  })
})
