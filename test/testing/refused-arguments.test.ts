import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadFixture, manualClock, onEveryChannel, phone, replay, transactionAnswer } from '../../src/testing/index.ts'
import { teaShop } from './tea-shop.ts'

/** As JavaScript calls it. */
const loosely = (given: unknown) => given as never

let app: FastifyInstance

beforeEach(async () => {
  app = (await teaShop()).app
})
// Steps that were refused are nobody's: closing asks for none to be awaited.
afterEach(() => app.close())

const refusal = (act: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(act)
    .then(
      () => 'nothing was refused',
      (error: unknown) => error,
    )

describe('What a test gives wrongly is refused with its name, so that no test passes falsely', () => {
  it.each<[given: unknown, text: string]>([
    [
      { time: 2 },
      "pay: time is no option: there are outcome, amount, times, paymentId, url, within; 'times' may be meant",
    ],
    [{ outcom: 'failed' }, "'outcome' may be meant"],
    [{ amout: 0.05 }, "'amount' may be meant"],
    [{ times: 0 }, 'pay: times must be a whole number from 1'],
    [{ times: -1 }, 'pay: times must be'],
    [{ times: 1.5 }, 'pay: times must be'],
    [{ times: '2' }, 'pay: times must be'],
    [{ amount: '0.05' }, 'pay: amount must be a number from 0'],
    [{ amount: Number.NaN }, 'pay: amount must be'],
    [{ amount: -5 }, 'pay: amount must be'],
    [
      { outcome: 'Paid' },
      "pay: outcome is 'Paid': there are paid, failed, cancelled, refunded, undetermined; 'paid' may",
    ],
    [{ outcome: 'pending' }, "pay: outcome is 'pending'"],
    [{ url: 5 }, 'pay: url must be text'],
    [{ paymentId: 5 }, 'pay: paymentId must be a text'],
    [{ within: 'x' }, 'pay: within must be a number of ms'],
    [null, 'pay: options must be an object'],
    [5, 'pay: options must be an object'],
  ])('pay(%j)', (given, text) => {
    const caller = phone(app)
    const act = () => caller.dial('*713#').reply('1').pay(loosely(given))
    expect(act).toThrow(expect.objectContaining({ code: 'FMW_PHONE_ARGUMENT', message: expect.stringContaining(text) }))
  })

  it.each([[5], [null], [undefined], [[]], [{}]])('expectScreen(%j)', (given) => {
    const act = () => phone(app).dial('*713#').expectScreen(loosely(given))
    expect(act).toThrow(/^expectScreen takes the whole text, a pattern, or a function of the screen; it was given/)
  })

  it.each<[given: unknown, text: string]>([
    [{ kind: 'checkout' }, "phone: kind is 'checkout': there are ussd, programmable"],
    [{ names: 'x' }, "phone: names is 'x': there are pascal, camel"],
    [{ headers: 'x' }, 'phone: headers must be an object'],
    [{ headers: { a: 5 } }, "phone: headers has a wrong part: 'a' must be text"],
    [{ headers: { a: undefined } }, "phone: headers has a wrong part: 'a' must be text"],
    [{ more: 5 }, 'phone: more must be text'],
    [{ url: 5 }, 'phone: url must be text'],
    [null, 'phone: options must be an object'],
  ])('phone(app, %j)', (given, text) => {
    expect(() => phone(app, loosely(given))).toThrow(
      expect.objectContaining({ code: 'FMW_PHONE_ARGUMENT', message: expect.stringContaining(text) }),
    )
  })

  it.each<[name: string, act: () => unknown, code: string, text: string]>([
    ['replay(app, undefined)', () => replay(app, loosely(undefined)), 'FMW_FIXTURE_INVALID', 'What replay was given'],
    ['replay without a request', () => replay(app, loosely({ kind: 'ussd' })), 'FMW_FIXTURE_INVALID', '/request'],
    [
      'replay of a request with a misspelt name',
      () => replay(app, loosely({ kind: 'ussd', request: { method: 'POST', bdy: {} } })),
      'FMW_FIXTURE_INVALID',
      '/request/bdy',
    ],
    [
      'replay with a misspelt option',
      () => replay(app, 'ussd/bad-empty', loosely({ registraton: 'x' })),
      'FMW_PHONE_ARGUMENT',
      "replay: registraton is no option: there are registration, headers, url; 'registration' may be meant",
    ],
    ['loadFixture(undefined)', () => loadFixture(loosely(undefined)), 'FMW_FIXTURE_UNKNOWN', "fixture 'undefined'"],
    ['moveTo(5)', () => phone(app).dial('*713#').moveTo(loosely(5)), 'FMW_TESTING_TARGET', 'is no Fastify application'],
    ['onEveryChannel(app, 5)', () => onEveryChannel(loosely(app), loosely(5)), 'FMW_PHONE_ARGUMENT', 'steps must be a'],
    [
      'onEveryChannel with a misspelt option',
      () => onEveryChannel(loosely(app), () => undefined, loosely({ usd: 'x' })),
      'FMW_PHONE_ARGUMENT',
      "onEveryChannel: usd is no option: there are registration, headers, names, more, serviceCode, ussd; 'ussd' may",
    ],
    [
      'transactionAnswer with a currency of two letters',
      () => transactionAnswer({ outcome: 'paid', amount: 5, currency: 'GH' }),
      'FMW_TESTING_ANSWER',
      'three capital letters',
    ],
  ])('%s', async (_name, act, code, text) => {
    expect(await refusal(act)).toMatchObject({ code, message: expect.stringContaining(text) })
  })

  it.each<[name: string, act: () => unknown, text: string]>([
    ['manualClock({ nwo: 5 })', () => manualClock(loosely({ nwo: 5 })), 'nwo is no option: there are now'],
    ['manualClock(5)', () => manualClock(loosely(5)), 'manualClock: options must be an object'],
    ['manualClock({ now: null })', () => manualClock(loosely({ now: null })), 'manualClock: now must be epoch'],
    ['clock.after(NaN)', () => manualClock().after(Number.NaN, () => undefined), 'clock.after: ms must be a number'],
  ])('%s', (_name, act, text) => {
    expect(act).toThrow(expect.objectContaining({ code: 'FMW_TESTING_CLOCK', message: expect.stringContaining(text) }))
  })
})
