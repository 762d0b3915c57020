import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTransactions } from '../../src/client/transactions/read-transactions.ts'
import { checkout } from '../../src/pushes/checkout.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import { contradictingFields } from '../../src/pushes/money/outcome.ts'
import { type Fields, isRecord, readWholeJson } from '../../src/pushes/reading/json.ts'
import { PushProblem } from '../../src/pushes/reading/push-problem.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { camelRecord, record } from '../client/transactions.ts'
import { attempt } from './problem-of.ts'
import { eventOf } from './receive.ts'
import { samples } from './samples.ts'

/** Something that says paid, and how it is judged. */
interface Paid {
  readonly payload: Fields
  readonly judge: (body: unknown) => { readonly outcome: string }
  /** Fields of the payment itself, with another value than it has. */
  readonly others: readonly (readonly [path: string, name: string, value: unknown])[]
}

const fieldsOf = (body: unknown): Fields => (isRecord(body) ? body : {})
const asked = (body: unknown) =>
  readTransactions(
    { status: 200, isOk: true, body, location: null },
    { clientReference: 'order-17' },
    { country: undefined, noRecordStatus: undefined },
  )
const amounts = [0, 1, 0.004, -1, 'fifty', {}, [50]]
const at = (path: string, names: readonly string[], values: readonly unknown[]) =>
  names.flatMap((name) => values.map((value) => [path, name, value] as const))

const kinds: Readonly<Record<string, Paid>> = {
  'a checkout callback': {
    payload: samples.checkout,
    judge: (body) => eventOf(checkout, fieldsOf(body)),
    others: ['', '.Data', '.Data.PaymentDetails'].flatMap((path) => [
      ...at(path, ['Amount'], amounts),
      ...at(path, ['ClientReference', 'CheckoutId', 'TransactionId', 'ExternalTransactionId'], ['other']),
    ]),
  },
  'a USSD payment notice': {
    payload: samples.ussdPayment,
    judge: (body) => eventOf(ussdPayment, fieldsOf(body)),
    others: ['', '.Data'].flatMap((path) => [
      ...at(path, ['Amount'], amounts),
      ...at(path, ['AmountCharged', 'AmountAfterCharges'], [0, -1, 'none']),
      ...at(path, ['ClientReference', 'TransactionId', 'OrderId'], ['other']),
    ]),
  },
  'a fulfilment notice': {
    payload: samples.fulfilment,
    judge: (body) => eventOf(fulfilment, fieldsOf(body)),
    others: [
      ...at('.OrderInfo.Payment', ['AmountPaid', 'AmountAfterCharges'], amounts),
      ...at('.OrderInfo', ['Subtotal'], [0, -1, 'none']),
    ],
  },
  'a record of the status': {
    payload: { ResponseCode: '0000', Data: [record] },
    judge: asked,
    others: at('.Data.0', ['TransactionAmount', 'Amount'], amounts),
  },
  'a record of the other shape': {
    payload: { message: 'success', responseCode: '0000', data: camelRecord },
    judge: asked,
    others: at('.data', ['amount', 'TransactionAmount'], amounts),
  },
}

/** What each way of reading finds that agrees, and what contradicts. */
const sayings = {
  word: {
    agrees: ['Success', 'paid'],
    differs: ['Failed', 'Pending', 'Refunded', 'not paid', 'Pa\u0000id', ['Paid'], {}],
  },
  code: { agrees: ['0000', 0], differs: ['2001', '0002', '0005', 'x', ['0000'], true] },
  yes: { agrees: [true, 'true'], differs: [false, 'no', 'yes', 0, 1, [false], {}] },
  nothing: { agrees: [], differs: [true, 'yes', 5, [], {}] },
  kind: { agrees: ['Card', 'DEBIT CARD'], differs: ['REFUND', 'a reversal', 'ChargeBack', ['REFUND'], {}] },
  direction: { agrees: ['RECEIVE-MONEY'], differs: ['SEND-MONEY', 'Refund', {}] },
  anyCode: { agrees: ['0000', 'GH', '300302'], differs: ['2001', 2001, '0002', ['2001'], {}] },
} as const

const backParts = contradictingFields.flatMap(({ parts = [] }) => parts)
const backNames = backParts.flatMap((part) => [part, `last ${part} total`])

const differing = contradictingFields
  .flatMap(({ names, endings = [], reads }) =>
    [...names, ...endings.map((ending) => `Txn${ending}`)].flatMap((name) =>
      sayings[reads].differs.map((value: unknown) => ({ name, value })),
    ),
  )
  .concat(backNames.flatMap((name) => [true, 'yes', 5, [5], { amount: 5 }].map((value) => ({ name, value }))))
const agreeing = contradictingFields
  .flatMap(({ names, endings = [], reads }) =>
    [...names, ...endings.map((ending) => `Txn${ending}`)].flatMap((name) =>
      sayings[reads].agrees.map((value: unknown) => ({ name, value })),
    ),
  )
  .concat(backNames.flatMap((name) => [false, 0, '0.00', 'none', 'Not refunded'].map((value) => ({ name, value }))))

// What the merchant gave, the lines of an order, and a history, which tells of times that are over.
const notAbout = ['ExtraData', 'Items', 'TransactionCycle']

/** Every object that is about the payment, by its path. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, one]) =>
    notAbout.includes(name) ? [] : pathsOf(one, `${path}.${name}`),
  )
  return Array.isArray(value) ? inner : [path, ...inner]
}

/** JSON of a payload with one field more, which may have a name that is there already. */
function withField(payload: unknown, path: string, name: string, value: unknown, isFirst: boolean): string {
  const added = (fields: unknown, here: string): unknown => {
    if (Array.isArray(fields)) return fields.map((one, place) => added(one, `${here}.${place}`))
    if (!isRecord(fields)) return fields
    const copy = Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, added(one, `${here}.${key}`)]))
    if (here !== path) return copy
    return isFirst ? { [marker]: value, ...copy } : { ...copy, [marker]: value }
  }
  return JSON.stringify(added(payload, '')).replace(JSON.stringify(marker), JSON.stringify(name))
}

const marker = 'the field that is added'
const spelling = fc.constantFrom<(name: string) => string>(
  (name) => name,
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.charAt(0).toLowerCase() + name.slice(1),
  (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_'),
  (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
)
const wrapping = fc.constantFrom<(fields: Fields) => unknown>(
  (fields) => fields,
  (fields) => [fields],
  (fields) => ({ deeper: { deepest: [[fields]] } }),
)

const outcomeOf = ({ judge }: Paid, text: string): string => {
  const judged = attempt(() => judge(readWholeJson(text)))
  return judged instanceof PushProblem ? 'refused' : judged.outcome
}

describe.each(Object.entries(kinds))('%s that says paid', (_kind, paid) => {
  const paths = pathsOf(paid.payload)
  const anywhere = fc.constantFrom(...paths)

  it('is paid', () => {
    expect(outcomeOf(paid, JSON.stringify(paid.payload))).toBe('paid')
  })

  it('is never paid beside one contradiction, in whatever object, spelling, type or place', () => {
    fc.assert(
      fc.property(
        anywhere,
        fc.constantFrom(...differing),
        spelling,
        fc.boolean(),
        (path, { name, value }, spell, isFirst) => {
          expect(outcomeOf(paid, withField(paid.payload, path, spell(name), value, isFirst))).not.toBe('paid')
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('is never paid beside a contradiction in an object that nobody knows', () => {
    fc.assert(
      fc.property(anywhere, fc.constantFrom(...differing), spelling, wrapping, (path, { name, value }, spell, wrap) => {
        const inner = wrap({ [spell(name)]: value })
        expect(outcomeOf(paid, withField(paid.payload, path, 'Something', inner, false))).not.toBe('paid')
      }),
      { numRuns: 1_000 },
    )
  })

  it('is never paid where a name comes twice, and the second of them contradicts', () => {
    const both = 'the two of them'
    fc.assert(
      fc.property(anywhere, fc.constantFrom(...differing), fc.constantFrom(null, 'Card'), (path, field, first) => {
        const { name, value } = field
        const twice = `${JSON.stringify(first)},${JSON.stringify(name)}:${JSON.stringify(value)}`
        const text = withField(paid.payload, path, name, both, false).replace(JSON.stringify(both), twice)
        expect(outcomeOf(paid, text)).not.toBe('paid')
      }),
      { numRuns: 1_000 },
    )
  })

  it('is never paid where the payment itself is said otherwise', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paid.others), spelling, fc.boolean(), ([path, name, value], spell, isFirst) => {
        expect(outcomeOf(paid, withField(paid.payload, path, spell(name), value, isFirst))).not.toBe('paid')
      }),
      { numRuns: 1_000 },
    )
  })

  it('stays paid beside what agrees, and what says nothing', () => {
    const field = fc.oneof(
      fc.constantFrom(...agreeing),
      fc.constantFrom(...differing).map(({ name }) => ({ name, value: null })),
      fc.record({ name: fc.constantFrom('Platform', 'Note', 'Version', 'Failures'), value: fc.jsonValue() }),
    )
    const folded = (name: string) => name.toLowerCase()
    fc.assert(
      fc.property(anywhere, field, fc.boolean(), (path, { name, value }, isFirst) => {
        const place = path
          .split('.')
          .slice(1)
          .reduce<unknown>((one, key) => Reflect.get(Object(one), key), paid.payload)
        const known = Object.entries(Object(place)).find(([one]) => folded(one) === folded(name))
        // What is there already is said again, in its own words.
        const said = known === undefined || value === null ? value : known[1]
        const spelled = value === null ? `${name}_` : name
        const isSaying = value !== null && typeof value === 'object'
        fc.pre(!isSaying)
        expect(outcomeOf(paid, withField(paid.payload, path, spelled, said, isFirst))).toBe('paid')
      }),
      { numRuns: 2_000 },
    )
  })
})
