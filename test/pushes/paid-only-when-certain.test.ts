import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import type { PaymentFacts } from '../../src/pushes/money/payment-event.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { codes, words } from './outcome-grid.ts'
import { eventOf } from './receive.ts'

const speech = ['payment', 'not', 'failed', 'paid', 'success', 'pending', 'was', 'refunded', 'Cancelled', 'order', '5']
const word = fc.oneof(
  fc.constantFrom(...Object.values(words).flat()),
  fc.constantFrom(...words.paid),
  fc.array(fc.constantFrom(...speech), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
  fc.string(),
  fc.boolean(),
)
const code = fc.oneof(
  fc.constantFrom(...Object.values(codes).flat()),
  fc.constantFrom(...codes.good),
  fc.nat(9_999),
  fc.string(),
)

const isPaidWord = (text: unknown) => /^(?:success|successful|paid|settled|completed)$/i.test(plain(text))
const isGoodCode = (text: unknown) => /^\s*0{1,4}\s*$/.test(String(text))
const contradicts = (text: unknown) =>
  /fail|unpaid|unsuccess|pending|refund|cancel|false|\bnot\b/i.test(String(text ?? ''))
const isGiven = (text: unknown) => text !== undefined && text !== null && String(text).trim() !== ''

/** Without the separators that names and words may have. */
function plain(text: unknown): string {
  return String(text ?? '').replace(/[\s_.-]/g, '')
}

const signs = fc.record({ code, word, status: word, message: word })

/** What no event may say of these signs. */
function faults(event: PaymentFacts, said: unknown, envelope: readonly unknown[], given: unknown): string[] {
  const { outcome } = event
  const isSilent = !isGiven(given) || /^\s*0*[15]\s*$|^\s*4105\s*$/.test(String(given))
  return Object.entries({
    'paid without a paid word': outcome === 'paid' && !isPaidWord(said),
    'paid without a good code': outcome === 'paid' && !isGoodCode(given),
    'paid against the envelope': outcome === 'paid' && envelope.some(contradicts),
    'failed with a paid word': outcome === 'failed' && isPaidWord(said),
    'failed with a code that says nothing': outcome === 'failed' && isSilent,
    'failed with a good code': outcome === 'failed' && isGoodCode(given),
    'anything without a code': outcome !== 'undetermined' && !isGiven(given),
  }).flatMap(([fault, happened]) => (happened ? [fault] : []))
}

it('a checkout is paid only when nothing contradicts it, and failed only when nothing speaks for it', () => {
  fc.assert(
    fc.property(signs, ({ code: given, word: said, status, message }) => {
      const data = { CheckoutId: 'c', Amount: 5, Status: said }
      const event = eventOf(checkout, { ResponseCode: given, Status: status, Message: message, Data: data })
      expect(faults(event, said, [status, message], given)).toEqual([])
    }),
    { numRuns: 5_000 },
  )
})

it('so is a USSD payment notice, by the first word that it has', () => {
  fc.assert(
    fc.property(signs, ({ code: given, word: said, status, message }) => {
      const data = { TransactionId: 't', Amount: 5, Status: said }
      const event = eventOf(ussdPayment, { ResponseCode: given, Status: status, Message: message, Data: data })
      const [first, ...others] = [said, message, status].filter(isGiven)
      expect(faults(event, first, others, given)).toEqual([])
    }),
    { numRuns: 5_000 },
  )
})

it('so is a fulfilment notice, by a flag and a word that agree', () => {
  const flag = fc.oneof(fc.boolean(), fc.constantFrom('true', 'false'), word)
  fc.assert(
    fc.property(flag, word, (IsSuccessful, Status) => {
      const OrderInfo = { Status, Payment: { IsSuccessful, AmountPaid: 5 } }
      const { outcome } = eventOf(fulfilment, { OrderId: 'o', OrderInfo })
      const isTrue = /^\s*true\s*$/i.test(String(IsSuccessful))
      expect(outcome === 'paid').toBe(isTrue && isPaidWord(Status))
    }),
    { numRuns: 5_000 },
  )
})
