import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnsweredPush,
  encodeProgrammable,
  encodeUssd,
  programmableReplies,
  type Reply,
  type ReplyChannel,
  type ReplyOptions,
  type ReplySettings,
  readReplySettings,
  type ScreenReplies,
  ussdReplies,
} from '../../src/replies/index.ts'

const ussd = ussdReplies({ callbackUrl: 'https://shop.example/paid' })
const programmable = programmableReplies()

/** Every combination of the settings that change what is written. */
const everySettings: readonly ReplySettings[] = combinations({
  names: ['pascal', 'camel'],
  typeWords: ['capital', 'lower'],
  characters: ['keep', 'ascii'],
  itemNames: ['camel', 'pascal'],
  items: ['auto', 'array'],
  mask: ['string', 'boolean'],
  serviceCode: ['null', 'echo'],
  envelope: [false, true, { status: 'é', message: '' }],
  label: [undefined, 'Cafe ₵'],
}).map(readReplySettings)

function combinations(values: { readonly [S in keyof ReplyOptions]: readonly ReplyOptions[S][] }): ReplyOptions[] {
  let made: ReplyOptions[] = [{}]
  for (const [name, choices] of Object.entries(values)) {
    made = made.flatMap((options) => choices.map((choice) => ({ ...options, [name]: choice })))
  }
  return made
}

// Any UTF-16 units: NUL, carriage returns, half pairs. One letter makes each readable.
const anyUnits = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom('\0', '\r', '\n', '\ud83c', '\udf75', '₵', 'é', '"', '\\', '\u2028') }),
)
const text = fc.oneof(
  anyUnits.map((units) => `x${units}`),
  anyUnits.map((units) => `${units}x`),
)
const description = text.map((words) => `x${words.slice(0, 99)}`)
const money = fc.integer({ min: 1, max: 2 ** 40 }).map((minor) => minor / 100 + 1e-9)
const quantity = fc.integer({ min: 1, max: 10 ** 6 }).map((parts) => parts / 1000 + 1e-9)
const clientState = fc.string({ unit: 'grapheme', maxLength: 20 }).map((state) => state.replaceAll('\0', ''))
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const endOptions = { state: fc.anything(), sensitive: optional(fc.boolean()), label: optional(text) }
const askOptions = {
  ...endOptions,
  clientState: fc.option(clientState, { nil: null }),
  maskNext: optional(fc.boolean()),
}
const field = optional(fc.constantFrom('text', 'phone', 'email', 'number', 'decimal', 'textarea'))
const promptOptions = fc.record({ ...askOptions, field })
const label = fc.oneof(text, fc.record({ label: text, amount: optional(money) }))
const manyChoices = fc.array(label, { minLength: 1, maxLength: 6 })
const twoChoices = fc.array(label, { minLength: 2, maxLength: 2 })
const menuOptions = fc.record({ ...askOptions, as: fc.constantFrom('menu', 'select', undefined) })
const confirmOptions = fc.record({ ...askOptions, as: fc.constant('confirm' as const) })
// What comes to less than half a hundredth is no payment.
const item = fc.record({ name: text, quantity, price: money }).filter((one) => one.quantity * one.price > 0.006)

function screensOf<C extends ReplyChannel>({ prompt, menu, end }: ScreenReplies<C>) {
  return fc.oneof(
    fc.tuple(text, promptOptions).map(([message, options]) => prompt(message, options)),
    fc.tuple(text, manyChoices, menuOptions).map(([title, choices, options]) => menu(title, choices, options)),
    fc.tuple(text, twoChoices, confirmOptions).map(([title, choices, options]) => menu(title, choices, options)),
    fc.tuple(text, fc.record(endOptions)).map(([message, options]) => end(message, options)),
  )
}

const ussdReply = fc.oneof(
  screensOf(ussd),
  fc
    .tuple(text, fc.record({ amount: money, description }), fc.record(endOptions))
    .map(([message, payment, options]) => ussd.pay(message, payment, options)),
)
const programmableReply = fc.oneof(
  screensOf(programmable),
  fc
    .tuple(text, fc.array(item, { minLength: 1, maxLength: 4 }), fc.record(endOptions))
    .map(([message, items, options]) => programmable.pay(message, { items }, options)),
)
const push = fc.record({ sessionId: anyUnits, serviceCode: fc.option(anyUnits) })

describe('every reply that can be built, in every combination of settings', () => {
  it('is on USSD what reference 2.8 allows', () => {
    fc.assert(
      fc.property(ussdReply, (reply) => {
        const faults = everySettings.flatMap((settings) => ussdFaults(encodeUssd(reply, settings), reply, settings))
        expect(faults).toEqual([])
      }),
    )
  })

  it('is on programmable services what reference 2.6 allows', () => {
    fc.assert(
      fc.property(programmableReply, push, (reply, answered) => {
        const faults = everySettings.flatMap((settings) =>
          programmableFaults(encodeProgrammable(reply, answered, settings), reply, answered, settings),
        )
        expect(faults).toEqual([])
      }),
    )
  })
})

/** What a body breaks, one text a rule: asserting each of hundreds of thousands of rules by itself takes minutes. */
function ussdFaults(json: string, reply: Reply<'ussd'>, settings: ReplySettings): string[] {
  const { Type, Message, ClientState, Description, Amount, CallbackUrl, ...others } = bodyOf(json, settings, false)
  const payment = [Description, Amount, CallbackUrl]
  return broken({
    'pure ASCII': ascii.test(json),
    'no other field': Object.keys(others).length === 0,
    'Type is of the reply': Type === typeWord(reply, settings),
    'Message is a text': isText(Message, settings),
    'ClientState is the given one': ClientState === reply.clientState,
    'ClientState has at most 100 characters': isShort(ClientState),
    'payment only on Release': reply.payment === undefined || reply.type === 'release',
    'no part of a payment without one': reply.payment !== undefined || payment.every((part) => part === undefined),
    'Description is a text': reply.payment === undefined || isText(Description, settings),
    'Description has at most 100 characters': isShort(Description),
    'Amount has no float tail': reply.payment === undefined || isDecimal(Amount, 2),
    'CallbackUrl is known': reply.payment === undefined || CallbackUrl === 'https://shop.example/paid',
  })
}

function programmableFaults(
  json: string,
  reply: Reply<'programmable'>,
  answered: AnsweredPush,
  settings: ReplySettings,
): string[] {
  const body = bodyOf(json, settings, settings.envelope !== undefined)
  const { SessionId, Type, Message, Mask, MaskNextRoute, Item, ServiceCode, ...rest } = body
  const { Label, DataType, Data, FieldType, ClientState, ...others } = rest
  return broken({
    'pure ASCII': ascii.test(json),
    'no other field': Object.keys(others).length === 0,
    'SessionId is of the push': SessionId === answered.sessionId,
    'ServiceCode is null or of the push':
      ServiceCode === (settings.serviceCode === 'echo' ? answered.serviceCode : null),
    'Type is of the reply': Type === typeWord(reply, settings),
    'Message is a text': isText(Message, settings),
    'Label is a text': isText(Label, settings),
    'Mask is of the reply': isMask(Mask, reply.sensitive, settings),
    'MaskNextRoute is of the reply': isMask(MaskNextRoute, reply.maskNext, settings),
    'ClientState is the given one': ClientState === reply.clientState,
    'ClientState has at most 100 characters': isShort(ClientState),
    'Item only with AddToCart': (Item !== null) === (Type === 'AddToCart'),
    'Item is one or several': Item === null || areItems(Item, settings),
    'Data only with its three types': hasData(Data) === ['confirm', 'select', 'menu'].includes(String(DataType)),
    'Data is choices': areChoices(Data, settings),
    'FieldType only null for confirm': (FieldType === null) === (DataType === 'confirm'),
  })
}

function broken(rules: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]))
}

const ascii = /^[ -~]*$/

function bodyOf(json: string, settings: ReplySettings, wrapped: boolean): Fields {
  const outer: unknown = JSON.parse(json)
  return inPascal(wrapped && isFields(outer) ? outer.data : outer, settings.names)
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields under their PascalCase names, each of which must have been written in the casing of the settings. */
function inPascal(value: unknown, casing: 'pascal' | 'camel'): Fields {
  if (!isFields(value)) throw new Error('No object')
  const first = casing === 'pascal' ? /^[A-Z]/ : /^[a-z]/
  const fields = Object.entries(value).map(([name, field]) => {
    if (!first.test(name)) throw new Error(`${name} is not in the casing ${casing}`)
    return [name.charAt(0).toUpperCase() + name.slice(1), field]
  })
  return Object.fromEntries(fields)
}

function typeWord(reply: Reply, settings: ReplySettings): string {
  const lower = settings.typeWords === 'lower' && reply.type !== 'addToCart'
  return lower ? reply.type : reply.type.charAt(0).toUpperCase() + reply.type.slice(1)
}

function isText(value: unknown, settings: ReplySettings): boolean {
  if (typeof value !== 'string' || !/\S/.test(value) || !value.isWellFormed() || /[\0\r]/.test(value)) return false
  return settings.characters === 'keep' || /^\p{ASCII}*$/u.test(value)
}

function isShort(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= 100)
}

function isDecimal(value: unknown, decimals: number): boolean {
  return typeof value === 'number' && value > 0 && (String(value).split('.')[1] ?? '').length <= decimals
}

function isMask(value: unknown, given: boolean, settings: ReplySettings): boolean {
  return value === (settings.mask === 'boolean' ? given : String(given))
}

function areItems(value: unknown, settings: ReplySettings): boolean {
  if (settings.items === 'array' && !Array.isArray(value)) return false
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.length > 0 && items.every((item) => isItem(inPascal(item, settings.itemNames), settings))
}

function isItem({ ItemName, Qty, Price, ...others }: Fields, settings: ReplySettings): boolean {
  return isText(ItemName, settings) && isDecimal(Qty, 3) && isDecimal(Price, 2) && Object.keys(others).length === 0
}

function hasData(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}

function areChoices(value: unknown, settings: ReplySettings): boolean {
  if (!Array.isArray(value)) return false
  const choices = value.map((choice: unknown) => inPascal(choice, settings.names))
  const values = new Set(choices.map((choice) => choice.Value))
  return values.size === choices.length && choices.every((choice) => isChoice(choice, settings))
}

function isChoice({ Display, Value, Amount, ...others }: Fields, settings: ReplySettings): boolean {
  const sound = isText(Display, settings) && typeof Value === 'string' && Object.keys(others).length === 0
  return sound && (Amount === undefined || isDecimal(Amount, 2))
}
