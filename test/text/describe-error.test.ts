import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { describeError, holdsSecret, lookable } from '../../src/text/describe-error.ts'
import { secretHeader, secretPath } from '../../src/verify/index.ts'

const messageOf = (error: unknown, ...secrets: readonly string[]) => describeError(error, secrets).message

describe('an error in the log', () => {
  it('is shown with its type, code, stack and cause', () => {
    const error = Object.assign(new TypeError('cannot settle', { cause: new RangeError('no rows') }), {
      code: 'E_ROWS',
    })
    const described = describeError(error)
    expect(described).toMatchObject({
      type: 'TypeError',
      message: 'cannot settle',
      code: 'E_ROWS',
      cause: { type: 'RangeError', message: 'no rows' },
    })
    expect(described.stack).toContain('describe-error.test.ts')
  })

  it('shows nothing else that hangs on it', () => {
    const error = Object.assign(new Error('failed'), { response: { body: 'a whole page' }, code: 17 })
    expect(Object.keys(describeError(error))).toEqual(['type', 'message', 'stack'])
  })

  it('keeps its type when pino writes it', () => {
    const written: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void written.push(line) })
    log.info({ err: describeError(new TypeError('cannot settle')) })
    log.info({ err: describeError('text') })
    const errors = written.map((line) => JSON.parse(line).err)
    expect(errors).toMatchObject([
      { type: 'TypeError', message: 'cannot settle' },
      { type: 'string', message: 'text' },
    ])
  })

  it.each([
    ['+233000000000', '+233...000'],
    ['233000000000', '233...000'],
    ['0000000000', '000...000'],
    ['000000000', '000...000'],
    ['+233 00 000 0000', '+233...000'],
    ['+233-00-000-0000', '+233...000'],
    ['+233.00.000.0000', '+233...000'],
    ['+233 (0) 00 000 0000', '+233...000'],
    ['4111111111111111', '411...111'],
    ['000\u00a0000\u00a00000', '000...000'],
    ['000\u2011000\u20110000', '000...000'],
    ['000\u2013000\u20130000', '000...000'],
    ['020 - 000 - 0000', '020...000'],
    ['020_000_0000', '020...000'],
    ['\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660', '000...000'],
    ['\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10', '000...000'],
  ])('shows the number %s as %s', (number, shown) => {
    expect(messageOf(new Error(`cannot pay ${number}, sorry`))).toBe(`cannot pay ${shown}, sorry`)
    expect(messageOf(`cannot pay ${number}, sorry`)).toBe(`cannot pay ${shown}, sorry`)
  })

  it.each([
    'line 12345678 of 9',
    'at 2026-11-20 10:21:06',
    'at 2026\u201111\u201120 10:21:06',
    '2026-11-20T10:21:06.123Z',
    'a.ts:371:14',
    '5.00 of 17.50',
    'GHS 1,234,567.89',
    '127.0.0.1:54321',
    'INV_0001_000123',
    '100.00 - 200.00',
  ])('leaves alone what is no phone: %s', (text) => expect(messageOf(new Error(text))).toBe(text))

  it('leaves a key of 32 hexadecimal digits whole, by which somebody may have to look, and masks 32 digits', () => {
    const key = '4659b8a9ae546988705ded99f3f4ee52'
    expect(messageOf(new Error(`the key ${key} of 233000000000`))).toBe(`the key ${key} of 233...000`)
    expect(messageOf(new Error(`the key ${key}0`))).toBe('the key 4659b8a9ae546...705ded99f3f4ee520')
    expect(messageOf(new Error('1'.repeat(32)))).toBe('111...111')
  })

  it('shows nothing of digits of any script that a secret stands among', () => {
    expect(messageOf('of \u0660\u0660\u0660\u0660 4321 \u0660\u0660\u0660\u0660', '4321')).toBe('of ***')
  })

  it('masks numbers in the stack and the cause', () => {
    const described = describeError(new Error('for +233000000000', { cause: new Error('of 233000000000') }))
    expect(JSON.stringify(described)).not.toContain('000000000')
    expect(described.stack).toContain('+233...000')
  })

  it('masks the answer to a sensitive screen, however it was spaced', () => {
    expect(messageOf(new Error('PIN 4321 is wrong, 4321!'), ' 4321 ')).toBe('PIN *** is wrong, ***!')
    expect(messageOf('PIN 4321', '4321')).toBe('PIN ***')
    expect(messageOf(new Error('PIN 4321'), '  ')).toBe('PIN 4321')
    const cause = new Error('no 4321')
    expect(JSON.stringify(describeError(new Error('no', { cause }), ['4321']))).not.toContain('4321')
  })

  it('is cut where it is long, and where its causes never end', () => {
    expect(messageOf(new Error('x'.repeat(100_000)))).toHaveLength(8_000)
    const endless = new Error('again')
    endless.cause = endless
    expect(JSON.stringify(describeError(endless)).match(/"message"/g)).toHaveLength(5)
  })

  it.each([
    ['undefined', undefined, 'undefined'],
    ['object', null, 'null'],
    ['number', 233000000000, '233...000'],
    ['symbol', Symbol('s'), 'Symbol(s)'],
    ['object', { code: 1 }, '{ code: 1 }'],
    [
      'object',
      {
        why: 'no credit',
        of: '233000000000',
        is: true,
        none: null,
        in: { deep: 1 },
        apiKey: 'x',
        long: 'x'.repeat(201),
      },
      "{ why: 'no credit', of: '233...000', is: true, none: null, in: …, apiKey: ***, long: … }",
    ],
    ['object', { ...Array.from('123456789') }, "{ 0: '1', 1: '2', 2: '3', 3: '4', 4: '5', 5: '6', 6: '7', 7: '8', … }"],
    ['object', [1, 2], '1,2'],
    ['object', Object.create(null), 'something that cannot be shown'],
  ])('may be a thrown %s', (type, thrown, message) => {
    expect(describeError(thrown)).toEqual({ type, message })
  })

  it('hides what is secret in the fields of what was thrown', () => {
    expect(messageOf({ why: 'PIN 4321 is wrong', pin: '4321', code: 4321 }, '4321')).toBe(
      "{ why: 'PIN *** is wrong', pin: ***, code: *** }",
    )
  })

  it.each([
    ['Your account 123456', '1234', false],
    ['Your account 561234', '1234', false],
    ['Account 123456, PIN 1234.', '1234', true],
    ['GHS1234', '1234', true],
    ['Ama lives in Amasaman', 'Ama', true],
    ['Amasaman', 'Ama', true],
  ])('in %j stands %s: %s', (text, secret, holds) => {
    expect(holdsSecret(text, [secret])).toBe(holds)
  })

  it('may have parts that are no text', () => {
    const error = Object.assign(new Error('x'), { message: 5, stack: [1, 2], name: null })
    expect(describeError(error)).toEqual({ type: 'null', message: '5', stack: '1,2' })
    expect(describeError(Object.assign(new Error('x'), { stack: undefined }))).toEqual({ type: 'Error', message: 'x' })
  })

  it('may fail itself when it is looked at', () => {
    const error = Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('not now')
      },
    })
    expect(describeError(error)).toEqual({ type: 'object', message: 'something that cannot be shown' })
  })
})

it('puts an error in the place of what would throw when it is looked at', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  expect(lookable(proxy)).toMatchObject({
    name: 'TypeError',
    message: expect.stringMatching(/^what was thrown cannot be read: /),
  })
  const thrown = Object.defineProperty({}, 'code', {
    get() {
      throw new Error('not now')
    },
  })
  expect(lookable(thrown)).toBeInstanceOf(TypeError)
  const plain = new Error('x')
  expect(lookable(plain)).toBe(plain)
})

it('shows nothing of a text in which too many secrets stand to look for each', () => {
  const secrets = Array.from({ length: 40 }, (_, at) => 'a'.repeat(30 + at))
  expect(messageOf(new Error('a'.repeat(9_000)), ...secrets)).toBe('***')
  expect(messageOf(new Error(`bad ${'a'.repeat(100)}`), ...secrets)).toBe('bad ***')
})

it('shows no part of a secret through which the cut goes', () => {
  const message = messageOf(new Error(`${'p'.repeat(7_990)}the-long-secret`), 'the-long-secret')
  expect(message).toBe(`${'p'.repeat(7_990)}***`)
})

it.each(['', 'a:', 'ab:'])(
  'the secret of a verifier is hidden in the Base64 of %jsecret, and in hexadecimal digits',
  (before) => {
    const secret = 'sesame of this shop'
    secretHeader('x-push-token', secret)
    const bytes = Buffer.from(`${before}${secret}`)
    const message = messageOf(new Error(`refused ${bytes.toString('base64')} and ${bytes.toString('hex')}`))
    expect(message).toMatch(/^refused \S*\*\*\*\S* and \S*\*\*\*$/)
    expect(message.length).toBeLessThan(32)
  },
)

it.each([
  ['in capitals', 'PUSHSÉCRET+77'],
  ['in small escapes', 'PushS%c3%a9cret%2b77'],
  ['as a page has it', 'PushS&#233;cret&#43;77'],
  ['in another normal form', 'PushSe\u0301cret+77'],
])('the secret of a verifier is hidden %s', (_what, quoted) => {
  secretPath('PushSécret+77')
  expect(messageOf(new Error(`refused ${quoted}!`))).toBe('refused ***!')
})
