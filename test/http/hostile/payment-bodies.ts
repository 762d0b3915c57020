import type { MoneyKind } from '../../../src/index.ts'
import type { Random } from '../../faults/harness/random.ts'
import { otherSpelling } from './json-bodies.ts'
import { type Field, quoted, textOf, verbatim, type Written } from './json-text.ts'

const words = [
  'Success',
  'success',
  'SUCCESS',
  'Paid',
  'Failed',
  'Unpaid',
  'Cancelled',
  'Pending',
  'Refunded',
  'Reversed',
  'Expired',
  'Declined',
  'not paid',
  'Unsuccessful',
  'Suc\u0000cess',
  'Pa\u0000id',
  ' Paid ',
  'Paid\n',
  'ſuccess',
  'Succeſs',
  'Ｐaid',
  'P\u200baid',
  'paid?',
  'Transaction failed',
  'awaiting approval',
]
const codes = [
  '"0000"',
  '"0"',
  '0',
  '"000"',
  '"2001"',
  '2001',
  '"0005"',
  '"0001"',
  '"0002"',
  '"00\\u00000"',
  '"0000 "',
  'null',
  '""',
  '["0000"]',
  '-0',
  '0.0',
  '"٠"',
  'true',
]
const amounts = [
  '60',
  '"60"',
  '60.0',
  '6e1',
  '0',
  '0.004',
  '0.005',
  '-60',
  '"-60"',
  'null',
  '"sixty"',
  '1e400',
  '[60]',
  '{"a":60}',
  'true',
  '""',
  '6000',
  '0.01',
  '"6,0"',
  '60.001',
]
const flags = ['true', 'false', '"true"', '"false"', '"no"', '0', '1', '[false]', '[true]', 'null', '""', '{}', '"yes"']

interface Decisive {
  readonly name: string
  readonly values: (random: Random) => string
}
const word = (name: string): Decisive => ({
  name,
  values: (random) => quoted(random.pick(['Failed', ...words]), random),
})
const of = (name: string, values: readonly string[]): Decisive => ({
  name,
  values: (random) => random.pick(['null', ...values]),
})

const decisive: readonly [Decisive, ...Decisive[]] = [
  word('Status'),
  word('TransactionStatus'),
  word('Message'),
  of('ResponseCode', codes),
  of('Amount', amounts),
  of('IsSuccessful', flags),
  of('AmountPaid', amounts),
  of('AmountAfterCharges', amounts),
]

/** A notice of a payment that says paid, and, most of the time, something else besides. @param mark by which it is known again */
export function paymentBody(kind: MoneyKind, mark: string, random: Random): string {
  let body = paidBody(kind, mark)
  for (let changes = random.pick([0, 1, 1, 1, 1, 2, 2, 3]); changes > 0; changes--) body = changed(body, random)
  return textOf(body, random)
}

function paidBody(kind: MoneyKind, mark: string): Written {
  const text = (value: string) => verbatim(JSON.stringify(value))
  const fields = (of: Record<string, Written>): Written =>
    Object.entries(of).map(([name, value]) => ({ name: JSON.stringify(name), value }))
  const noted = { HostileMark: text(mark) }
  if (kind === 'checkout') {
    const data = fields({
      CheckoutId: text(mark),
      SalesInvoiceId: text(mark),
      ClientReference: text(mark),
      Status: text('Success'),
      Amount: verbatim('60'),
      CustomerPhoneNumber: text('+233000000000'),
      PaymentDetails: fields({ PaymentType: text('MobileMoney') }),
      Description: text('ok'),
    })
    return fields({ ...noted, ResponseCode: text('0000'), Status: text('Success'), Data: data })
  }
  if (kind === 'ussdPayment') {
    const data = fields({
      Amount: verbatim('60'),
      ClientReference: text(mark),
      TransactionId: text(mark),
      Description: text('Tea'),
    })
    return fields({ ...noted, ResponseCode: text('0000'), Message: text('success'), Data: data })
  }
  const payment = fields({
    PaymentType: text('mobilemoney'),
    AmountPaid: verbatim('60'),
    AmountAfterCharges: verbatim('60'),
    IsSuccessful: verbatim('true'),
  })
  const order = fields({
    CustomerMobileNumber: text('+233000000000'),
    Status: text('Paid'),
    Currency: text('GHS'),
    Subtotal: verbatim('60'),
    Payment: payment,
  })
  return fields({ ...noted, SessionId: text(mark), OrderId: text(mark), ExtraData: fields({}), OrderInfo: order })
}

/** One change, at the first level or somewhere below it. */
function changed(body: Written, random: Random): Written {
  if ('text' in body || 'list' in body) return body
  const below = body.filter(({ value }) => !('text' in value || 'list' in value))
  const [first] = below
  if (first !== undefined && random.chance(0.65)) {
    const into = random.pick([first, ...below])
    return body.map((field) => (field === into ? { name: field.name, value: changed(field.value, random) } : field))
  }
  const way = random.between(1, 10)
  const { name, values } = random.pick(decisive)
  const field: Field = { name: JSON.stringify(name), value: verbatim(values(random)) }
  if (way <= 3) return inserted(body, { name: otherSpelling(field.name, random), value: field.value }, random)
  if (way === 4) return inserted(body, field, random)
  const known = body.filter((one) => decisive.some((each) => JSON.stringify(each.name) === one.name))
  const [some] = known
  if (some === undefined) return inserted(body, field, random)
  const target = random.pick([some, ...known])
  const say = decisive.find((each) => JSON.stringify(each.name) === target.name)?.values(random) ?? 'null'
  if (way <= 6) return body.map((one) => (one === target ? { name: one.name, value: verbatim(say) } : one))
  if (way === 7) return inserted(body, { name: otherSpelling(target.name, random), value: verbatim(say) }, random)
  if (way === 8) {
    // Said twice, and a third name that may stand where a reader keeps its own notes.
    const twice = inserted(body, { name: target.name, value: verbatim(say) }, random)
    const mark = `${String(JSON.parse(target.name))}${random.pick(['_', '__', '#', '~', '2', '$', '\u0000', ' '])}`
    return inserted(twice, { name: JSON.stringify(mark), value: target.value }, random)
  }
  if (way === 9)
    return body.map((one) =>
      one.name === '"Data"' ? { name: one.name, value: verbatim(JSON.stringify(textOf(one.value, random))) } : one,
    )
  return body.map((one) =>
    one.name === '"Data"'
      ? { name: one.name, value: { list: random.chance(0.5) ? [one.value] : [one.value, one.value] } }
      : one,
  )
}

function inserted(body: readonly Field[], field: Field, random: Random): readonly Field[] {
  const at = random.between(0, body.length)
  return [...body.slice(0, at), field, ...body.slice(at)]
}
