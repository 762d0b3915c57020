import type { Kind } from '../../../src/index.ts'
import type { Random } from '../../faults/harness/random.ts'
import { samples } from '../samples.ts'
import { type Field, quoted, textOf, verbatim, type Written, written } from './json-text.ts'

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'Status_',
  'Status#2',
  '',
  ' ',
  'a'.repeat(5_000),
  '$',
  'then',
]
const oddValues: readonly [string, ...string[]] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.004',
  '0.005',
  '1e400',
  '-1e-400',
  '1e3',
  '99999999999999999999999999',
  '60.000000000000001',
  '""',
  '" "',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":1}',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u202eabc"',
  '"true"',
  '"false"',
  '"no"',
  '"NaN"',
  'NaN',
  'undefined',
  "'x'",
  '"2026-13-45T99:99:99Z"',
  '"0x10"',
  '"1,000.00"',
  '"٦٠"',
  '"{{7*7}}"',
  '"\' OR 1=1 --"',
  '"<b>x</b>"',
  '01',
  '.5',
  '1.',
  '+1',
]

/** A push of a kind as it should be, as a text of its own. @param mark by which its event is known again */
export function wellFormed(kind: Kind, mark: string, random: Random): Written {
  const whole = written(samples[kind])
  const own: Record<string, unknown> = {
    SessionId: kind === 'ussd' || kind === 'programmable' ? `s${random.between(1, 60)}` : mark,
    MessageId: mark,
    CheckoutId: mark,
    ClientReference: mark,
    OrderId: mark,
    TransactionId: mark,
    text: mark,
  }
  const named = (value: Written): Written =>
    'text' in value || 'list' in value
      ? value
      : value.map(({ name, value: inner }) => {
          const mine = own[String(JSON.parse(name))]
          return { name, value: mine === undefined ? named(inner) : written(mine) }
        })
  const body = [{ name: '"HostileMark"', value: written(mark) }, ...fieldsOf(named(whole))]
  if (kind === 'ussd' || kind === 'programmable') return asTurn(body, random)
  if (kind === 'ussdPayment')
    return with_(with_(body, 'ResponseCode', '"0000"'), 'Message', '"success"', ['Amount', '5'])
  return body
}

const fieldsOf = (value: Written): readonly Field[] => ('text' in value || 'list' in value ? [] : value)

function asTurn(body: Written, random: Random): Written {
  const type = random.pick([
    'Initiation',
    'Response',
    'Response',
    'Response',
    'Release',
    'Timeout',
    'Query',
    'initiation',
  ])
  const message = random.pick(['1', '2', '0', '00', '99', '*713#', '*713*1*2#', '', 'x'.repeat(300), '*0*', '7'])
  const sequence = String(random.between(1, 8))
  return with_(
    with_(with_(body, 'Type', JSON.stringify(type)), 'Message', JSON.stringify(message)),
    'Sequence',
    sequence,
  )
}

/** The same with another value under a name of the first level; `inner` names one below `Data`. */
function with_(body: Written, name: string, text: string, inner?: readonly [string, string]): Written {
  if ('text' in body || 'list' in body) return body
  return body.map((field) => {
    if (field.name === JSON.stringify(name)) return { name: field.name, value: verbatim(text) }
    if (inner === undefined || field.name !== '"Data"') return field
    return { name: field.name, value: with_(field.value, inner[0], inner[1]) }
  })
}

/** One value somewhere in it is another one, a name is written oddly, stands twice, or is gone. */
export function spoilt(body: Written, random: Random): Written {
  if ('text' in body) return verbatim(oddValue(random))
  if ('list' in body)
    return random.chance(0.5) ? { list: body.list.map((one) => spoilt(one, random)) } : verbatim(oddValue(random))
  const at = random.between(0, Math.max(0, body.length - 1))
  return body.flatMap((field, index): Field[] => {
    if (index !== at) return [field]
    const way = random.between(1, 9)
    if (way === 1) return []
    if (way === 2) return [field, { name: otherSpelling(field.name, random), value: verbatim(oddValue(random)) }]
    if (way === 3) return [{ name: otherSpelling(field.name, random), value: field.value }]
    if (way === 4)
      return [
        field,
        { name: JSON.stringify(random.pick(['__proto__', ...oddNames])), value: verbatim(oddValue(random)) },
      ]
    if (way === 5) return [{ name: field.name, value: { list: [field.value] } }]
    if (way === 6) return [{ name: field.name, value: verbatim(JSON.stringify(textOf(field.value, random))) }]
    if (way === 7 && !('text' in field.value)) return [{ name: field.name, value: spoilt(field.value, random) }]
    return [{ name: field.name, value: verbatim(oddValue(random)) }]
  })
}

const oddValue = (random: Random): string =>
  random.chance(0.85) ? random.pick(oddValues) : written_(random.between(0, 300), random)
const written_ = (length: number, random: Random) =>
  JSON.stringify(
    Array.from({ length }, () => String.fromCharCode(random.between(0, random.chance(0.8) ? 126 : 0xffff))).join(''),
  )

/** A name in another case, with an escape, or with something around it. @param name JSON text */
export function otherSpelling(name: string, random: Random): string {
  const plain = String(JSON.parse(name))
  const camel = plain.slice(0, 1).toLowerCase() + plain.slice(1)
  const escaped = `"\\u${plain.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(plain.slice(1)).slice(1)}`
  const others = [
    name,
    camel,
    plain.toUpperCase(),
    plain.toLowerCase(),
    `${plain}_`,
    ` ${plain}`,
    `${plain} `,
    `${plain}\u0000`,
  ]
  if (plain !== '' && random.chance(0.2)) return escaped
  return quoted(random.pick([camel, ...others.slice(2), plain]), random)
}

/** Bodies whose reading may cost their square, up to the limit on bodies and beyond it. */
export function worstCase(mark: string, random: Random): string {
  const size = random.pick([65_000, 65_000, 30_000, 65_536, 65_537, 4_000])
  const fill = (piece: string, around: readonly [string, string]) =>
    around[0] +
    piece.repeat(Math.max(1, Math.floor((size - around[0].length - around[1].length) / piece.length))) +
    around[1]
  const field = random.pick([
    'SessionId',
    'Message',
    'Mobile',
    'ClientReference',
    'Amount',
    'Status',
    'ResponseCode',
    'PaymentDate',
    'text',
    'To',
    'MessageId',
  ])
  const inner = (piece: string) =>
    fill(piece, [
      `{"HostileMark":"${mark}","SessionId":"w1","Type":"Initiation","Status":"Success","ResponseCode":"0000","MessageId":"m","${field}":"`,
      '"}',
    ])
  switch (random.between(1, 16)) {
    case 1:
      return fill('"":0,', ['{', '"":0}'])
    case 2:
      return fill('"Status":"Success",', ['{', '"Status":"Failed"}'])
    case 3:
      return fill('[', ['', ''])
    case 4:
      return fill('{"a":', ['', ''])
    case 5:
      return '['.repeat(size / 2) + ']'.repeat(size / 2)
    case 6:
      return `${'{"Data":'.repeat(size / 9)}0${'}'.repeat(size / 9)}`
    case 7:
      return fill('9', ['{"Amount":', '}'])
    case 8:
      return fill('0', ['{"ResponseCode":', '}'])
    case 9:
      return inner(' ')
    case 10:
      return inner('0')
    case 11:
      return inner('*')
    case 12:
      return inner('\\ud800')
    case 13:
      return inner('233000000000 ')
    case 14:
      return inner('a.')
    case 15:
      return Array.from({ length: size / 8 }, (_, at) => `"${at}":0`)
        .join(',')
        .replace(/^/, '{')
        .concat('}')
    default:
      return inner(
        random.pick(['-', '+', '9', '(', '\\n', 'é', '*0', '1*', '2026-', 'Success ', 'not ', '\\u0000', '%41', '::']),
      )
  }
}

/** Text that is no JSON, or hardly. */
export function brokenJson(text: string, random: Random): Buffer {
  const cut = random.between(0, text.length)
  switch (random.between(1, 10)) {
    case 1:
      return Buffer.from(text.slice(0, cut))
    case 2:
      return Buffer.from(`${text}${text}`)
    case 3:
      return Buffer.from(`\ufeff${text}`)
    case 4:
      return Buffer.from(text, 'utf16le')
    case 5:
      return Buffer.concat([
        Buffer.from(text.slice(0, cut)),
        Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from(text.slice(cut)),
      ])
    case 6:
      return Buffer.from(text.replace(/\}$/, ',}'))
    case 7:
      return Buffer.from(`/* x */${text}`)
    case 8:
      return Buffer.from(`${text.slice(0, cut)}\u0000${text.slice(cut)}`)
    case 9:
      return Buffer.from(random.pick(['', ' ', 'null', '0', '""', '[]', '{}', 'true', '[{}]', '"{}"', '\n']))
    default:
      return Buffer.from(Array.from({ length: random.between(1, 400) }, () => random.between(0, 255)))
  }
}
