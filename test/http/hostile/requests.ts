import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Kind, MoneyKind } from '../../../src/index.ts'
import { Random } from '../../faults/harness/random.ts'
import { brokenJson, spoilt, wellFormed, worstCase } from './json-bodies.ts'
import { textOf } from './json-text.ts'
import { paymentBody } from './payment-bodies.ts'
import { type Door, doorOf, kinds, type VerifierName, verifiers } from './targets.ts'

/** One hostile request: the bytes, and what may not come of it. The same seed and index make the same one. */
export interface Hostile {
  readonly index: number
  /** The sort of hostility. */
  readonly label: string
  /** Written one after the other; a reader must put them together again. */
  readonly pieces: readonly Buffer[]
  /** Whether it is HTTP, so that an answer must come. */
  readonly isAnswered: boolean
  readonly money?: Money
}

/** What is known of a notice of a payment, for the judge. */
export interface Money {
  readonly kind: MoneyKind
  /** The JSON that was posted; undefined where `paid` must not follow whatever it says. */
  readonly text: string | undefined
  /** Its place in the list of signed addresses, where it was sent to one; `altered` where that was changed. */
  readonly address?: { readonly at: number; readonly altered: boolean }
}

/** An address that the application signed. `path` has its query. */
export interface SignedAddress {
  readonly kind: MoneyKind
  readonly path: string
  readonly reference: string
}

const moneyKinds = ['checkout', 'fulfilment', 'ussdPayment'] as const satisfies readonly MoneyKind[]
const isMoney = (kind: Kind): kind is MoneyKind => moneyKinds.some((one) => one === kind)

/** What stands in the identifiers of a request, by which its event is known again. */
export const markOf = (index: number) => `h${index}z`

/** The request of a seed and an index. */
export function requestOf(seed: number, index: number, addresses: readonly SignedAddress[]): Hostile {
  const random = new Random((Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0).fork()
  const share = random.next()
  const make =
    share < 0.42 ? payment : share < 0.5 ? signedPayment : (plan.find(([until]) => share < until)?.[1] ?? wire)
  return { index, ...make(random, index, addresses) }
}

type Made = Omit<Hostile, 'index'>
type Maker = (random: Random, index: number, addresses: readonly SignedAddress[]) => Made

const plan: readonly (readonly [number, Maker])[] = [
  [0.64, spoiltBody],
  [0.7, broken],
  [0.72, worst],
  [0.79, formOrQuery],
  [0.85, typed],
  [0.9, oddPath],
  [0.94, wrongKey],
]

function payment(random: Random, index: number): Made {
  const kind = random.pick(moneyKinds)
  const verifier = someVerifier(random)
  const text = paymentBody(kind, markOf(index), random)
  const money = moneyOf(kind, verifier, text)
  return { label: 'payment', pieces: split(post(doorOf(verifier, kind), text), random), isAnswered: true, ...money }
}

function signedPayment(random: Random, index: number, addresses: readonly SignedAddress[]): Made {
  const at = random.between(0, Math.max(0, addresses.length - 1))
  const address = addresses[at]
  if (address === undefined) return payment(random, index)
  const { kind, reference } = address
  // The reference of the address in place of the mark, for the one field that must bring it back.
  const text = paymentBody(kind, markOf(index), random).replace(
    `"ClientReference":"${markOf(index)}"`,
    `"ClientReference":"${reference}"`,
  )
  const changed = random.chance(0.5) ? altered(address.path, random) : { path: address.path, altered: false }
  const door: Door = { path: changed.path, headers: [] }
  return {
    label: 'signed address',
    pieces: [post(door, text)],
    isAnswered: true,
    money: { kind, text, address: { at, altered: changed.altered } },
  }
}

/** The address with something in its query changed; `altered` where that must cost it its signature. */
function altered(path: string, random: Random): { path: string; altered: boolean } {
  const [before = '', query = ''] = path.split('?')
  const fields = query.split('&')
  const at = random.between(0, fields.length - 1)
  const [name = '', value = ''] = fields[at]?.split('=') ?? []
  const put = (field: string) => `${before}?${fields.map((one, index) => (index === at ? field : one)).join('&')}`
  switch (random.between(1, 7)) {
    case 1:
      return { path: `${before}?${fields.toReversed().join('&')}`, altered: false }
    case 2:
      return { path: `${path}&utm=1`, altered: false }
    case 3:
      return { path: `${before}?${fields.filter((_, index) => index !== at).join('&')}`, altered: true }
    case 4:
      return { path: put(`${name}=${value}1`), altered: true }
    case 5:
      return { path: put(`${name}=`), altered: true }
    case 6:
      return { path: put(`${name}=${value}&${name}=9${value}`), altered: true }
    default:
      return {
        path: path.replace('/checkout', '/ussd-payment#').replace('/ussd-payment?', '/checkout?').replace('#', ''),
        altered: true,
      }
  }
}

function spoiltBody(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  let body = wellFormed(kind, markOf(index), random)
  for (let changes = random.between(0, 3); changes > 0; changes--) body = spoilt(body, random)
  const text = textOf(body, random)
  const verifier = someVerifier(random)
  return {
    label: 'spoilt body',
    pieces: split(post(doorOf(verifier, kind), text), random),
    isAnswered: true,
    ...moneyOf(kind, verifier, text),
  }
}

function broken(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const bytes = brokenJson(textOf(wellFormed(kind, markOf(index), random), random), random)
  const verifier = someVerifier(random)
  return {
    label: 'broken JSON',
    pieces: [post(doorOf(verifier, kind), bytes)],
    isAnswered: true,
    ...moneyOf(kind, verifier, bytes.toString()),
  }
}

function worst(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const verifier = someVerifier(random)
  const text = worstCase(markOf(index), random)
  return {
    label: 'worst case',
    pieces: [post(doorOf(verifier, kind), text)],
    isAnswered: true,
    ...moneyOf(kind, verifier, text),
  }
}

function formOrQuery(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const { path, headers } = doorOf(someVerifier(random), kind)
  const mark = markOf(index)
  const pairs = [
    `SessionId=${mark}`,
    'Type=Initiation',
    'Message=%2A713%23',
    `MessageId=${mark}`,
    'Status=Success',
    'ResponseCode=0000',
    `CheckoutId=${mark}`,
    'Data[Status]=Success',
    'Amount=60',
    `OrderId=${mark}`,
    `TransactionId=${mark}`,
    'from=%2B233000000000',
    'to=1900',
    `text=${mark}`,
    'IsSuccessful=true',
    'a',
    '=',
    '%',
    '%zz=%e2%28',
    '+=+',
    '__proto__=1',
    'Status=Failed',
  ]
  const some = pairs.filter(() => random.chance(0.8))
  const many = random.chance(0.1)
    ? Array.from({ length: random.pick([100, 1_000, 6_000]) }, (_, at) =>
        random.pick(['a=', `k${at}=`, '&', 'Status=x']),
      )
    : []
  const fields = [...some, ...many].join(random.pick(['&', '&', '&', ';']))
  const never = isMoney(kind) ? { money: { kind, text: undefined } } : {}
  if (random.chance(0.5)) {
    const door: Door = { path: `${path}${path.includes('?') ? '&' : '?'}${fields.slice(0, 14_000)}`, headers }
    return {
      label: 'query',
      pieces: [head(random.pick(['GET', 'POST']), door, [['content-length', '0']])],
      isAnswered: true,
      ...never,
    }
  }
  return {
    label: 'form',
    pieces: [post({ path, headers }, fields, 'application/x-www-form-urlencoded')],
    isAnswered: true,
    ...never,
  }
}

const types = [
  'application/json;charset=utf-16',
  'application/json; charset="utf-8"',
  'text/plain',
  'text/xml',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  'application/x-ndjson',
  '*/*',
  'json',
  '',
  'application/json, text/html',
  'application/json;;;',
  'application/json; charset=\u00ff',
  `application/json; ${'a=b;'.repeat(500)}`,
  'APPLICATION/JSON',
  'application/octet-stream',
  'text/json',
  'application/x-www-form-urlencoded',
] as const

function typed(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const verifier = someVerifier(random)
  const door = doorOf(verifier, kind)
  const text = textOf(wellFormed(kind, markOf(index), random), random)
  const money = moneyOf(kind, verifier, text)
  const way = random.between(1, 4)
  if (way === 1)
    return { label: 'content type', pieces: [post(door, text, random.pick(types))], isAnswered: true, ...money }
  if (way === 2) {
    const pack = random.pick([gzipSync, deflateSync, brotliCompressSync])
    const name = random.pick(['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x', ''])
    const body = pack(random.chance(0.2) ? Buffer.alloc(5_000_000, 32) : text)
    return {
      label: 'content encoding',
      pieces: [post({ path: door.path, headers: [...door.headers, ['content-encoding', name]] }, body)],
      isAnswered: true,
      ...money,
    }
  }
  const method = random.pick([
    'GET',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'LOCK',
    'PROPFIND',
    'post',
    'FOO',
    'M-SEARCH',
    'CONNECT',
  ])
  const length = String(Buffer.byteLength(text))
  return {
    label: `method ${method}`,
    pieces: [
      head(method, door, [
        ['content-length', length],
        ['content-type', 'application/json'],
      ]),
      Buffer.from(text),
    ],
    isAnswered: !/^(post|FOO|CONNECT)$/.test(method),
    ...money,
  }
}

function oddPath(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const verifier = someVerifier(random)
  const door = doorOf(verifier, kind)
  const at = random.between(1, door.path.length - 1)
  const letter = door.path.charCodeAt(at).toString(16)
  const path = random.pick([
    `${door.path.slice(0, at)}%${letter}${door.path.slice(at + 1)}`,
    door.path.toUpperCase(),
    `/${door.path}`,
    `${door.path}/`,
    `${door.path}/../..${door.path}`,
    `${door.path};a=b`,
    `${door.path}%00`,
    `${door.path}%ff`,
    `${door.path}%2f`,
    `${door.path}/${'a'.repeat(random.pick([99, 100, 101, 5_000]))}`,
    `${door.path}?${'a=1&'.repeat(3_000)}`,
    `http://other.example${door.path}`,
    '*',
    '//',
    `${door.path}#x`,
    `${door.path}?__proto__[x]=1`,
    `/%2e%2e${door.path}`,
    `${door.path}%`,
    `\\${door.path}`,
    `${door.path}?key=1&key=2&key=${'x'.repeat(2_000)}`,
  ])
  const text = textOf(wellFormed(kind, markOf(index), random), random)
  return {
    label: 'odd path',
    pieces: [post({ path, headers: door.headers }, text)],
    isAnswered: path !== '*',
    ...moneyOf(kind, verifier, text),
  }
}

function wrongKey(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const verifier = random.pick<VerifierName>([
    'secretPath',
    'secretQuery',
    'secretHeader',
    'basic',
    'sourceAddresses',
    'verifyWith',
    'allOf',
    'anyOf',
  ])
  const { path, headers } = doorOf(verifier, kind)
  const odd = random.pick([
    '',
    'x',
    '\u00e9'.repeat(40),
    'a'.repeat(7_000),
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from('a:b').toString('base64')}`,
    'undefined',
    '[object Object]',
    '192.0.2.10, '.repeat(400),
    '::1%x',
    '::ffff:192.0.2.10',
  ])
  const body = textOf(wellFormed(kind, markOf(index), random), random)
  const isHeader = headers.length > 0
  const door: Door = isHeader
    ? { path, headers: headers.map(([name]) => [name, odd]) }
    : { path: path.replace(/[^/=?]+$/, encodeURIComponent(odd.slice(0, 200))), headers }
  // Behind a proxy that is trusted the right one of many addresses lets in: `money` says nothing of that.
  return {
    label: `wrong key for ${verifier}`,
    pieces: [post(door, body)],
    isAnswered: true,
    ...moneyOf(kind, verifier, body),
  }
}

/** HTTP that is none, or hardly: broken off, said twice, in pieces, in one another. */
function wire(random: Random, index: number): Made {
  const kind = random.pick(kinds)
  const door = doorOf('none', kind)
  const text = textOf(wellFormed(kind, markOf(index), random), random)
  const whole = post(door, text)
  const length = Buffer.byteLength(text)
  const json: readonly [string, string] = ['content-type', 'application/json']
  const raw = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1')
  const ways: readonly [() => readonly Buffer[], ...(() => readonly Buffer[])[]] = [
    () => [whole.subarray(0, random.between(1, whole.length - 1))],
    () => [Buffer.concat([whole, whole, whole])],
    () => [Buffer.concat([whole, Buffer.from('GARBAGE\r\n\r\n')])],
    () => [...[...whole.subarray(0, 120)].map((byte) => Buffer.from([byte])), whole.subarray(120)],
    () => [head('POST', door, [json, ['content-length', String(length)], ['content-length', '3']]), Buffer.from(text)],
    () => [head('POST', door, [json, ['content-length', '-5']]), Buffer.from(text)],
    () => [head('POST', door, [json, ['content-length', '99999999999999999999']]), Buffer.from(text)],
    () => [head('POST', door, [json, ['content-length', String(length + 50)]]), Buffer.from(text)],
    () => [head('POST', door, [json, ['content-length', String(Math.max(0, length - 9))]]), Buffer.from(text)],
    () => [
      head('POST', door, [json, ['content-length', String(length)], ['transfer-encoding', 'chunked']]),
      Buffer.from(text),
    ],
    () => [
      head('POST', door, [json, ['transfer-encoding', 'chunked']]),
      Buffer.from(
        `${length.toString(16)};x=${'y'.repeat(random.pick([1, 9_000]))}\r\n${text}\r\n0\r\nTrailer: x\r\n\r\n`,
      ),
    ],
    () => [
      head('POST', door, [json, ['transfer-encoding', 'chunked']]),
      ...[...text].map((letter) => Buffer.from(`${Buffer.byteLength(letter).toString(16)}\r\n${letter}\r\n`)),
      Buffer.from('0\r\n\r\n'),
    ],
    () => [
      head('POST', door, [json, ['transfer-encoding', 'chunked']]),
      Buffer.from(`${random.pick(['zz', '-1', 'ffffffffffffffff', '0x5', ''])}\r\n${text}\r\n0\r\n\r\n`),
    ],
    () => [
      head('POST', door, [
        json,
        ['transfer-encoding', random.pick(['gzip', 'chunked, identity', ' chunked', 'xchunked'])],
      ]),
      Buffer.from(text),
    ],
    () => [
      head('POST', door, [json, ['expect', random.pick(['100-continue', 'x'])], ['content-length', String(length)]]),
      Buffer.from(text),
    ],
    () => [
      head('POST', door, [
        json,
        ['upgrade', random.pick(['websocket', 'h2c'])],
        ['connection', 'upgrade'],
        ['content-length', String(length)],
      ]),
      Buffer.from(text),
    ],
    () => [
      head('POST', door, [
        ['x-big', 'a'.repeat(random.pick([9_000, 17_000, 60_000]))],
        json,
        ['content-length', String(length)],
      ]),
      Buffer.from(text),
    ],
    () => [
      head('POST', door, [
        ...Array.from({ length: random.pick([90, 1_900, 2_100]) }, (_, at): [string, string] => [`x${at}`, '1']),
        json,
        ['content-length', String(length)],
      ]),
      Buffer.from(text),
    ],
    () => [head('POST', door, [['host', 'b'], json, ['content-length', String(length)]]), Buffer.from(text)],
    () => [raw(`POST ${door.path} HTTP/1.0`, 'content-type: application/json', `content-length: ${length}`, '', text)],
    () => [raw(`POST ${door.path}`, '', '')],
    () => [raw(`POST ${door.path} HTTP/${random.pick(['2.0', '9', '1.1.1', 'x'])}`, 'host: a', '', '')],
    () => [raw('PRI * HTTP/2.0', '', 'SM', '', '')],
    () => [raw(`POST ${door.path} HTTP/1.1`, 'host: a', ' folded: x', 'na me: 1', 'x\u0000y: 2', '', '')],
    () => [Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')],
    () => [Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    () => [Buffer.from(Array.from({ length: random.between(1, 300) }, () => random.between(0, 255)))],
    () => [raw(`GET ${door.path} HTTP/1.1`, 'host: a', 'content-length: 4', '', 'abcd'), whole],
  ]
  return { label: 'wire', pieces: random.pick(ways)(), isAnswered: false, ...moneyOf(kind, 'none', text) }
}

function moneyOf(kind: Kind, verifier: VerifierName, text: string): { readonly money?: Money } {
  // The service knows none of the payments that it is asked about. Fulfilment notices it cannot be asked about.
  const isBelieved = verifier !== 'asked' || kind === 'fulfilment'
  return isMoney(kind) ? { money: { kind, text: isBelieved ? text : undefined } } : {}
}

function someVerifier(random: Random): VerifierName {
  return random.chance(0.5) ? 'none' : random.chance(0.95) ? random.pick(verifiers) : 'asked'
}

function post(door: Door, body: string | Buffer, type = 'application/json'): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([
    head('POST', door, [
      ['content-type', type],
      ['content-length', String(bytes.length)],
    ]),
    bytes,
  ])
}

function head(method: string, { path, headers }: Door, more: readonly (readonly [string, string])[]): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: shop.example',
    ...[...headers, ...more].map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Now and then in two pieces. */
function split(bytes: Buffer, random: Random): readonly Buffer[] {
  if (random.chance(0.9)) return [bytes]
  const at = random.between(1, bytes.length - 1)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}
