import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { quotesOf } from '../../src/conversation/record/quotes.ts'
import { logWithout } from '../../src/conversation/script/secret-log.ts'

const pin = '73915'

/** A logger as Fastify has it, and its lines. */
function logger(options = {}) {
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false, ...options }, { write: (line: string) => void lines.push(line) })
  return { log: logWithout(log, () => [pin]), lines: () => lines.map((line) => JSON.parse(line)) }
}

test('a child says nothing of a sensitive answer, nor does what its lines begin with', () => {
  const { log, lines } = logger()
  const child = log.child({ step: pin }, { msgPrefix: `[${pin}] ` })
  child.warn(`got ${pin}`)
  log.child({ step: 1 }, { level: 'warn' }).warn('so')
  log.child({ step: 2 }).warn('and so')
  expect(lines()).toEqual([
    { level: 40, step: '***', msg: '[***] got ***' },
    { level: 40, step: 1, msg: 'so' },
    { level: 40, step: 2, msg: 'and so' },
  ])
})

test("a line about Node's own request or response has what the logger makes of it", () => {
  const { log, lines } = logger()
  const request = new IncomingMessage(new Socket())
  request.url = '/push'
  request.method = 'POST'
  log.warn(request, 'came')
  const response = new ServerResponse(request)
  response.writeHead(200)
  log.warn(response, 'went')
  log.warn({ method: 'POST', headers: {}, note: pin }, 'is neither')
  expect(lines()).toMatchObject([
    { req: { method: 'POST', url: '/push' }, msg: 'came' },
    { res: { statusCode: 200 }, msg: 'went' },
    { method: 'POST', note: '***', msg: 'is neither' },
  ])
})

test('what writes itself as JSON, an error behind %s, and parts of a line that are no plain texts hide it too', () => {
  const { log, lines } = logger()
  log.warn({ toJSON: () => ({ card: pin }) }, 'a card')
  log.warn('it was %s', new Error(`no ${pin}`))
  log.warn({ bytes: new Uint8Array([7]), far: { deep: [pin] } }, 'others')
  expect(lines()).toMatchObject([
    { card: '***', msg: 'a card' },
    { msg: expect.stringContaining('no ***') },
    { far: { deep: ['***'] }, msg: 'others' },
  ])
})

test('a logger that has no serializers and whose children are none of its kind is taken as it is', () => {
  const said: unknown[] = []
  const log = logWithout(
    { child: (given: unknown) => void said.push(given), warn: (given: unknown) => void said.push(given) },
    () => [pin],
  )
  expect(log.child({ pin })).toBeUndefined()
  log.warn({ pin, req: { url: pin } })
  expect(said).toEqual([{ pin: '***' }, { pin: '***', req: { url: '***' } }])
})

test('what the options of a child write hides it too', () => {
  const { log, lines } = logger()
  const child = log.child(
    {},
    {
      serializers: { user: () => ({ pin }) },
      formatters: { log: (line: object) => ({ ...line, copy: `of ${pin}` }) },
      redact: { paths: ['card'], censor: () => pin },
    },
  )
  child.warn({ user: 1, card: 2 }, 'so')
  expect(lines()).toEqual([{ level: 40, user: { pin: '***' }, card: '***', copy: 'of ***', msg: 'so' }])
})

test('parts of a message that are it together are not shown, and nor is a number that has its digits', () => {
  const { log, lines } = logger()
  log.warn({}, 'pin %s%s', pin.slice(0, 2), pin.slice(2))
  log.warn('pin %s%s', pin.slice(0, 2), pin.slice(2))
  log.warn('%s and %d', 'some', 5)
  log.warn({ less: -Number(pin), more: Number(pin) + 0.5, list: new Uint32Array([Number(pin)]), other: 173_915 }, 'so')
  expect(lines()).toEqual([
    { level: 40, msg: 'pin ***' },
    { level: 40, msg: 'pin ***' },
    { level: 40, msg: 'some and 5' },
    { level: 40, less: '***', more: '***', list: { 0: '***' }, other: 173_915, msg: 'so' },
  ])
})

test('an error keeps what hangs on it, and a line about a date its message', () => {
  const { log, lines } = logger()
  const refused = Object.assign(new AggregateError([new Error('no 10.0.0.1'), new Error(`no ${pin}`)], 'refused'), {
    code: 'ECONNREFUSED',
    errno: -111,
    statusCode: 503,
    asked: { pin },
  })
  Object.assign(refused, { self: refused })
  let deep = new Error('at last')
  for (let depth = 0; depth < 8; depth++) deep = new Error(`${depth}`, { cause: deep })
  log.error({ err: refused }, 'bank')
  log.error(deep)
  log.warn(new Date(0), 'the message')
  expect(lines()).toMatchObject([
    {
      err: {
        type: 'AggregateError',
        message: 'refused',
        stack: expect.stringContaining('refused'),
        code: 'ECONNREFUSED',
        errno: -111,
        statusCode: 503,
        asked: { pin: '***' },
        aggregateErrors: [{ message: 'no 10.0.0.1' }, { message: 'no ***' }],
      },
      msg: 'bank',
    },
    { err: { message: expect.stringContaining('7') } },
    { level: 40, msg: 'the message' },
  ])
  expect(JSON.stringify(lines()[1])).toContain('at last')
})

test.each([
  ['a backslash', 'ab\\cd9'],
  ['dots between slashes', 'ab/../cd9'],
  ['a backslash among letters that addresses escape', 'zé\\b ^9'],
])('an address that URL has made of a sensitive answer with %s hides it whole', (_what, secret) => {
  const lines: string[] = []
  const log = logWithout(pino({ base: null }, { write: (line: string) => void lines.push(line) }), () =>
    quotesOf(secret),
  )
  const url = new URL(`https://bank.example/cards/${secret}`)
  log.warn({ url, deep: { url: `${url}` } }, 'asked %s', url)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      url: 'https://bank.example/cards/***',
      deep: { url: 'https://bank.example/cards/***' },
      msg: 'asked https://bank.example/cards/***',
    },
  ])
})

test('an error that writes itself as JSON is shown as it is described, also where it fails to', () => {
  const { log, lines } = logger()
  const fails = () => {
    throw new Error(`no ${pin}`)
  }
  log.error({ err: Object.assign(new Error(`no ${pin}`), { toJSON: () => ({ pin }) }) }, 'bank')
  log.error(Object.assign(new Error(`no ${pin}`), { toJSON: fails }))
  expect(lines()).toMatchObject([{ err: { message: 'no ***' } }, { err: { message: 'no ***' } }])
  expect(JSON.stringify(lines())).not.toContain(pin)
})
