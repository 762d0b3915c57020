import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestText } from '../../src/replies/checks/read-text.ts'
import {
  encodeProgrammable,
  encodeUssd,
  isReplyOf,
  programmableReplies,
  type Reply,
  readReply,
  readReplySettings,
  ussdReplies,
  withoutState,
  writeReply,
} from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const ussd = ussdReplies({ callbackUrl: 'https://shop.example/push/ussd-payment' })
const programmable = programmableReplies()

/** Any character, so that escapes, surrogates and what JSON changes are among them. */
const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((text) => `a${text}`)
const clean = words.map((text) => text.replaceAll('\u0000', ''))
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })
const cents = fc.integer({ min: 1, max: 10_000_000 }).map((minor) => minor / 100)

const options = fc.record({
  state: fc.option(fc.jsonValue(), { nil: undefined }),
  clientState: fc.option(clean, { nil: null }),
  sensitive: fc.boolean(),
  maskNext: fc.boolean(),
  label: optional(words),
  field: fc.constantFrom('text', 'phone', 'email', 'number', 'decimal', 'textarea'),
})
const choices = fc
  .array(fc.record({ label: words, amount: optional(cents) }), { minLength: 2, maxLength: 2 })
  .map((given) => given.map((choice, index) => ({ ...choice, value: `v${index}` })))
// A hundredth of a hundredth is nothing to pay.
const item = fc.record({ name: words, quantity: fc.integer({ min: 1, max: 100 }), price: cents })

const onBoth = (replies: typeof ussd | typeof programmable): fc.Arbitrary<Reply> =>
  fc.oneof(
    words.map((message) => replies.prompt(message)),
    words.map((message) => replies.end(message)),
    fc.tuple(words, options).map(([message, given]) => replies.prompt(message, given)),
    fc.tuple(words, options).map(([message, given]) => replies.end(message, given)),
    fc
      .tuple(words, choices, options, fc.constantFrom('menu', 'select', 'confirm'))
      .map(([title, given, others, as]) => replies.menu(title, given, { ...others, as })),
    fc.tuple(words, fc.array(words, { minLength: 1 })).map(([title, labels]) => replies.menu(title, labels)),
  )
const ussdPay = fc
  .tuple(words, cents, words, fc.constantFrom(undefined, 'https://other.example/paid'), options)
  .map(([message, amount, description, callbackUrl, given]) =>
    ussd.pay(message, { amount, description, callbackUrl }, given),
  )
const programmablePay = fc
  .tuple(words, fc.array(item, { minLength: 1 }), options)
  .map(([message, items, given]) => programmable.pay(message, { items }, given))

const everything = ({
  channel,
  type,
  message,
  hasState,
  state,
  clientState,
  sensitive,
  maskNext,
  label,
  dataType,
  fieldType,
  data,
  payment,
  items,
}: Reply) => ({
  channel,
  type,
  message,
  hasState,
  state,
  clientState,
  sensitive,
  maskNext,
  label,
  dataType,
  fieldType,
  data,
  payment,
  items,
})

describe('a reply that is written and read again', () => {
  it('is the same in everything but the state of the merchant, and goes out the same, for every USSD reply', () => {
    const settings = readReplySettings()
    fc.assert(
      fc.property(fc.oneof(onBoth(ussd), ussdPay), (reply) => {
        if (!isReplyOf(reply, 'ussd')) throw new Error('not a USSD reply')
        const again = readReply('ussd', writeReply(reply))
        expect(everything(again)).toStrictEqual(everything(withoutState(reply)))
        expect(encodeUssd(again, settings)).toBe(encodeUssd(reply, settings))
      }),
    )
  })

  it('is the same in everything but the state of the merchant, and goes out the same, for every programmable one', () => {
    const settings = readReplySettings()
    const push = { sessionId: 'a', serviceCode: 'shop' }
    fc.assert(
      fc.property(fc.oneof(onBoth(programmable), programmablePay), (reply) => {
        if (!isReplyOf(reply, 'programmable')) throw new Error('not a programmable reply')
        const again = readReply('programmable', writeReply(reply))
        expect(everything(again)).toStrictEqual(everything(withoutState(reply)))
        expect(encodeProgrammable(again, push, settings)).toBe(encodeProgrammable(reply, push, settings))
      }),
    )
  })

  it('is frozen like one that a builder made', () => {
    const menu = readReply('ussd', writeReply(ussd.menu('Welcome', ['Tea'])))
    const pay = readReply('ussd', writeReply(ussd.pay('Pay', { amount: 5, description: 'Tea' })))
    const cart = readReply('programmable', writeReply(programmable.pay('Pay', { name: 'Tea', quantity: 1, price: 5 })))
    const parts = [menu, menu.data, ...menu.data, pay.payment, cart.items, ...(cart.items ?? [])]
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([])
    expect(parts).toHaveLength(6)
  })

  it('holds nothing of the state', () => {
    expect(writeReply(ussd.prompt('Welcome', { state: { pin: '4321' } }))).not.toContain('4321')
  })

  it('is as short as most replies are', () => {
    expect(writeReply(ussd.end('Goodbye'))).toBe(
      '{"channel":"ussd","type":"release","message":"Goodbye","dataType":"display","fieldType":"text"}',
    )
  })
})

describe('a stored reply', () => {
  const stored = (changes: object) =>
    JSON.stringify({ ...JSON.parse(writeReply(programmable.menu('Shop', ['Tea']))), ...changes })

  it('of a newer version is read without what is not known', () => {
    const choice = { display: 'Tea', value: '1', picture: 'tea.png' }
    const reply = readReply('programmable', stored({ colour: 'green', data: [choice] }))
    expect(everything(reply)).toStrictEqual(everything(programmable.menu('Shop', ['Tea'])))
  })

  it.each<[string, string]>([
    ['that is no JSON', '{"type":'],
    ['that is null', 'null'],
    ['without a message', stored({ message: undefined })],
    ['with an empty message', stored({ message: '' })],
    ['of a type that is not known', stored({ type: 'transfer' })],
    ['of a data type that is not known', stored({ dataType: 'hologram' })],
    ['whose choices are no choices', stored({ data: ['Tea'] })],
    ['whose payment has no amount', stored({ payment: { description: 'Tea' } })],
    ['whose items are none', stored({ items: {} })],
    ['whose mask is a word', stored({ sensitive: 'true' })],
  ])('%s is refused, and not shown', (_what, json) => {
    const error = thrownBy(() => readReply('programmable', json))
    expect(error).toMatchObject({ code: 'FMW_STORED_REPLY', message: expect.stringContaining('is no reply') })
    expect(error).not.toMatchObject({ message: expect.stringContaining('Tea') })
  })

  it('of another channel is refused', () => {
    expect(thrownBy(() => readReply('ussd', writeReply(programmable.end('Goodbye'))))).toMatchObject({
      code: 'FMW_STORED_REPLY',
      message: expect.stringContaining('is one of the channel programmable'),
    })
  })

  it('may be as long as a screen may be', () => {
    const message = 'a'.repeat(longestText)
    expect(readReply('ussd', writeReply(ussd.end(message))).message).toBe(message)
  })
})
