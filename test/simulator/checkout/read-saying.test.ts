import { describe, expect, it } from 'vitest'
import { readNotice, readStatusAnswer } from '../../../src/simulator/checkout/ledger/read-saying.ts'
import { fixtures } from '../../../src/testing/index.ts'

const message = (body: string) => ({ headers: {}, body: Buffer.from(body), bytes: body.length })
const answer = (body: unknown, status = 200) => {
  return readStatusAnswer({ response: { status, ...message(JSON.stringify(body)) } })
}

const taken = (['checkout', 'fulfilment', 'ussdPayment'] as const)
  .flatMap((kind) => fixtures(kind))
  // Two amounts in one push: which of them was said is the plugin's question alone.
  .filter(({ name, expect: { event } }) => event !== undefined && name !== 'checkout/names-repeated-amount')

describe('the ledger reads a notice', () => {
  it.each(taken)('as the plugin does: $name', ({ request, expect: { event } }) => {
    const body = request.text ?? JSON.stringify(request.body)
    const { outcome } = readNotice({ request: message(body), url: 'http://localhost/' })
    const read = String(Reflect.get(Object(event), 'outcome'))
    expect(outcome).toBe(read === 'undetermined' ? 'unclear' : read)
  })

  it.each([
    { response_code: '0000', status: 'Success', data: { status: 'Success', amount: 5 } },
    { order_info: { status: 'Paid', payment: { amount_after_charges: 5, is_successful: true } } },
    { RESPONSECODE: '0000', MESSAGE: 'Success', DATA: { AMOUNT: 5 } },
  ])('with its names in any casing: %j', (body) => {
    const request = message(JSON.stringify(body))
    expect(readNotice({ request, url: 'http://localhost/' })).toEqual({ outcome: 'paid', amount: 5 })
  })

  it.each(['', '{', '[]', '[{},{}]', '"paid"', 'null'])('that is none, %j, as unclear', (body) => {
    expect(readNotice({ request: message(body), url: 'http://localhost/' })).toEqual({
      outcome: 'unclear',
      amount: null,
    })
  })
})

describe('the ledger reads an answer of the transaction status', () => {
  it.each([
    [{ Data: [{ TransactionStatus: 'Settled', TransactionAmount: '5.00' }] }, { outcome: 'paid', amount: 5 }],
    [{ data: { status: 'Unpaid', amount: 5 } }, { outcome: 'pending', amount: 5 }],
    [{ Data: [{ TransactionStatus: 'Failed' }, { TransactionStatus: 'Success' }] }, { outcome: 'paid', amount: null }],
    [{ Data: [] }, undefined],
    [{ Data: null }, undefined],
    [[], undefined],
  ])('%j', (body, said) => {
    expect(answer(body)).toEqual(said)
  })

  it('and nothing in one that failed, or never came', () => {
    expect(answer({ Data: [{ TransactionStatus: 'Settled' }] }, 500)).toBeUndefined()
    expect(readStatusAnswer({ response: null })).toBeUndefined()
  })
})
