import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportFixture } from '../../../src/admin/exported/fixture.ts'
import { notificationKinds } from '../../../src/pushes/kinds.ts'
import { readFixture } from '../../../src/testing/fixture.ts'
import { pushOf, stored } from './entries.ts'

const settings = { country: undefined, status: 200 }

/** Digits that no mask is made of, so that whatever is left of them is a leak. */
const digits = (least: number, most: number) =>
  fc
    .array(fc.constantFrom('4', '5', '6', '7', '8', '9'), { minLength: least, maxLength: most })
    .map((all) => all.join(''))
const longDigits = digits(9, 25)
const name = fc.constantFrom('Kwabena', 'Quartey', 'KOJO', 'abena', 'Élodie', 'Ɔsei', 'Yaw Boateng')
const number = fc.oneof(
  longDigits,
  digits(9, 9).map((subscriber) => `+233${subscriber}`),
  digits(9, 9).map((subscriber) => `0${subscriber}`),
)
const secretText = fc.oneof(
  name,
  number,
  fc.tuple(name, number).map(([who, phone]) => `Payment by ${who} (${phone}) failed`),
  name.map((who) => `${who.replaceAll(' ', '.')}@shop.example`),
  fc.tuple(number, name).map(([phone, who]) => JSON.stringify({ CustomerPhoneNumber: phone, Items: [who] })),
  number.map((phone) => `{"Mobile":"${phone}`),
)
const value = fc.oneof(
  { weight: 6, arbitrary: secretText },
  digits(9, 15).map(Number),
  longDigits.map((all) => Number(`0.${all}`)),
  fc.constantFrom(null, true, 0, 50.25, '0000', 'Success', ''),
)
const field = fc.oneof(
  fc.constantFrom(
    // Not the fields of which one word stays whatever it is: the service writes those.
    ...[
      'ResponseCode',
      'Message',
      'Data',
      'Amount',
      'IsSuccessful',
      'clientReference',
      'CheckoutId',
      'OrderId',
      'MessageId',
    ],
    ...['CustomerName', 'customerphonenumber', 'PaymentDetails', 'CardNumber', 'Description'],
    ...['OrderInfo', 'Items', 'ExtraData', 'Date', 'from', 'to', 'fulltext', 'keyword', 'network', 'Surname', 'e_mail'],
  ),
  number,
)
const fields = fc.letrec<{ node: unknown; object: Record<string, unknown> }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, value, tie('object'), fc.array(value, { maxLength: 3 })),
  object: fc.dictionary(field, tie('node'), { maxKeys: 6 }),
})).object
const ownObject = fc.dictionary(fc.oneof(name, number), secretText, { maxKeys: 3 })

describe('an exported push', () => {
  it('shows no name and no long run of digits that was sent, wherever it stood', () => {
    fc.assert(
      fc.property(fc.constantFrom(...notificationKinds), fields, ownObject, (kind, sent, ExtraData) => {
        const whole = { ...sent, ExtraData }
        shows(exportFixture(stored({ kind, payload: pushOf(whole) }), settings), whole)
      }),
      { numRuns: 200 },
    )
  })

  it.each([0.444999944, 0.4449999447, 4.4499994475, 4444.99994475])(
    'shows no digits of an amount that is no sum of floats: %d',
    (Amount) => {
      const [digits = ''] = /\d+$/.exec(`${Amount}`) ?? []
      const { request } = exportFixture(stored({ kind: 'checkout', payload: pushOf({ Amount }) }), settings)
      expect(JSON.stringify(request)).not.toContain(digits)
    },
  )

  it('shows none of a form or a query either', () => {
    const texts = fc.dictionary(field, fc.oneof(secretText, fc.array(secretText, { minLength: 2, maxLength: 3 })))
    fc.assert(
      fc.property(fc.constantFrom(...notificationKinds), texts, texts, (kind, query, body) => {
        for (const payload of [
          pushOf(body, 'form'),
          pushOf(query, 'query'),
          pushOf({ ...query, ...body }, 'form', { query, body }),
        ]) {
          shows(exportFixture(stored({ kind, payload }), settings), { query, body })
        }
      }),
    )
  })

  it('shows none of a body that could not be read, however it is broken', () => {
    fc.assert(
      fc.property(fc.constantFrom(...notificationKinds), fields, fc.nat(), fc.nat(), (kind, sent, from, length) => {
        const json = JSON.stringify(sent)
        const start = from % json.length
        const body = json.slice(0, start) + json.slice(start + (length % 7))
        shows(exportFixture(broken(kind, body), settings), sent)
        shows(exportFixture(broken(kind, new URLSearchParams({ text: body }).toString()), settings), sent)
        shows(exportFixture(broken(kind, `${json}${json}`), settings), sent)
      }),
      { numRuns: 150 },
    )
  })
})

function broken(kind: (typeof notificationKinds)[number], body: string) {
  const reason = 'The body must be valid JSON; received text that is not JSON'
  return stored({ kind, form: 'body', state: 'rejected', payload: Buffer.from(body), reason })
}

function shows(fixture: ReturnType<typeof exportFixture>, sent: unknown): void {
  const written = JSON.stringify(readFixture(JSON.stringify(fixture), 'exported'))
  const before = JSON.stringify(sent)
  for (const run of before.match(/[4-9]{9,}/g) ?? []) expect(written).not.toContain(run.slice(0, 9))
  for (const who of ['Kwabena', 'Quartey', 'KOJO', 'abena', 'lodie', 'sei', 'Boateng'])
    expect(written).not.toContain(who)
}
