import { describe, expect, it } from 'vitest'
import { createSimulator, profiles, type Simulator } from '../../src/simulator/index.ts'
import { stand } from './faults/receiver.ts'

/** As JavaScript calls it. */
type Loose = { [name: string]: (...given: unknown[]) => unknown } & {
  customer: Loose
  faults: Loose
  log: Loose
  messages: Loose
}

const cart = { source: 'fulfilment', sessionId: 's1', mobile: '+233000000000' }
const item = { name: 'Tea', quantity: 2, price: 5 }

const calls: readonly [call: (sim: Loose) => unknown, code: string, message: RegExp][] = [
  [
    ({ customer }) => customer.pays?.('order-1', { fail: '2001' }),
    'ARGUMENT',
    /pays: fail is no option: .*'fails' may be/,
  ],
  [({ customer }) => customer.pays?.('order-1', { cancel: true }), 'ARGUMENT', /'cancels' may be meant/],
  [({ customer }) => customer.pays?.('order-1', { cancels: 'yes' }), 'ARGUMENT', /cancels must be a boolean/],
  [
    ({ customer }) => customer.pays?.('order-1', { method: 'Card' }),
    'ARGUMENT',
    /method is 'Card': .*'card' may be meant/,
  ],
  [({ customer }) => customer.pays?.('order-1', null), 'ARGUMENT', /pays: options must be an object/],
  [({ customer }) => customer.pays?.('order-1', { amount: '40' }), 'ARGUMENT', /amount must be a number/],
  [({ customer }) => customer.pays?.('order-1', { takes: '30' }), 'ARGUMENT', /takes must be a number/],
  [({ customer }) => customer.finishes?.('order-1', { fail: '2001' }), 'ARGUMENT', /finishes: fail is no option/],
  [
    ({ customer }) => customer.refunds?.('order-1', { ammount: 1 }),
    'ARGUMENT',
    /refunds: ammount is no option: .*'amount'/,
  ],
  [({ customer }) => customer.disputes?.('order-1', { ammount: 1 }), 'ARGUMENT', /disputes: ammount is no option/],
  [
    ({ faults }) => faults.set?.('drop', { kind: 'checkout' }),
    'FAULT',
    /sim.faults: kind is no option: .*'kinds' may be/,
  ],
  [({ faults }) => faults.set?.('drop', { rate: '0.1' }), 'FAULT', /rate must be a number/],
  [
    ({ faults }) => faults.next?.('drop', { kinds: ['checkout'] }),
    'FAULT',
    /kinds is no option: .*'kind' may be meant/,
  ],
  [(sim) => sim.trigger?.('checkot'), 'ARGUMENT', /sim.trigger: the kind is 'checkot': .*'checkout' may be meant/],
  [(sim) => sim.trigger?.('checkout', {}, { uri: 'x' }), 'ARGUMENT', /uri is no option: .*'url' may be meant/],
  [(sim) => sim.advance?.('60000'), 'ARGUMENT', /sim.advance: the time must be a number of ms/],
  [(sim) => sim.advance?.(Number.NaN), 'ARGUMENT', /the time must be/],
  [(sim) => sim.advance?.(-1), 'ARGUMENT', /the time must be/],
  [(sim) => sim.advance?.(), 'ARGUMENT', /the time must be/],
  [(sim) => sim.seed?.('a'), 'ARGUMENT', /sim.seed: the seed must be a whole number/],
  [(sim) => sim.advance?.(1e18), 'ARGUMENT', /the time must be .* that leads to a date/],
  ...[undefined, null, 5, {}].map((bill): [(sim: Loose) => unknown, string, RegExp] => [
    ({ customer }) => customer.pays?.(bill),
    'ARGUMENT',
    /sim.customer: the bill must be its identifier/,
  ]),
  [({ faults }) => faults.set?.(), 'FAULT', /name is 'undefined'/],
  [({ faults }) => faults.set?.('drop', { kinds: 'checkout' }), 'FAULT', /kinds must be a list/],
  [({ faults }) => faults.clear?.('drip'), 'FAULT', /name is 'drip': 'drop' may be meant/],
  [(sim) => sim.trigger?.('checkout', null), 'ARGUMENT', /sim.trigger: the fields must be an object/],
  [(sim) => sim.resend?.(1, { as: 'forge' }), 'ARGUMENT', /sim.resend: as is 'forge': .*'forged' may be meant/],
  [
    (sim) => sim.resend?.(1, { headers: { 'x-token': undefined } }),
    'ARGUMENT',
    /sim.resend: headers has a wrong part: 'x-token' must be text/,
  ],
  [
    (sim) => sim.connect?.('http://127.0.0.1:9', { headers: { 'x-token': undefined } }),
    'ARGUMENT',
    /headers has a wrong part: 'x-token' must be text/,
  ],
  [(sim) => sim.resend?.(1, { text: 'x' }), 'ARGUMENT', /sim.resend: text is no option/],
  [({ log }) => log.rows?.({ kind: 'nope' }), 'ARGUMENT', /sim.log.rows: kind is 'nope': there are ussd/],
  [({ log }) => log.rows?.({ nope: 1 }), 'ARGUMENT', /sim.log.rows: nope is no option: there are direction/],
  [({ log }) => log.pending?.({ session: 'x' }), 'ARGUMENT', /sim.log.pending: session is no option: .*'sessionId'/],
  [({ log }) => log.next?.({ kind: 'checkout', within: 50 }), 'ARGUMENT', /sim.log.next: within is no option/],
  [({ log }) => log.next?.({}, 50), 'ARGUMENT', /sim.log.next: options must be an object/],
  [({ messages }) => messages.topUp?.('x'), 'ARGUMENT', /sim.messages: the amount must be a number above 0/],
  [({ messages }) => messages.topUp?.(-5), 'ARGUMENT', /the amount must be a number above 0/],
  [({ messages }) => messages.from?.(null, 'STOP'), 'ARGUMENT', /sim.messages: the number must be text/],
  [
    ({ messages }) => messages.from?.('+233000000001', 'STOP', { too: '1' }),
    'ARGUMENT',
    /too is no option: .*'to' may/,
  ],
  [({ messages }) => messages.settle?.(5, 'Delivered'), 'ARGUMENT', /the message must be text/],
  [(sim) => sim.connect?.('http://127.0.0.1:1/', { nope: 1 }), 'ARGUMENT', /sim.connect: nope is no option/],
  [(sim) => sim.connect?.('http://127.0.0.1:1/', { urls: { ussd: 5 } }), 'ARGUMENT', /urls .*'ussd' must be text/],
  [(sim) => sim.connect?.('http://127.0.0.1:1/', { urls: { usd: '/' } }), 'ARGUMENT', /urls has 'usd': .*'ussd' may/],
  [(sim) => sim.connect?.('http://127.0.0.1:1/', { headers: 'x' }), 'ARGUMENT', /headers must be an object/],
  [(sim) => sim.connect?.('http://127.0.0.1:1/', { handled: 5 }), 'ARGUMENT', /handled must be a function/],
  [(sim) => sim.connect?.({ inject: () => undefined }, { publicUrl: 'nope' }), 'APP', /'nope': it is no whole address/],
  [(sim) => sim.replay?.(), 'ARGUMENT', /sim.replay: the fixture must be an object/],
  [(sim) => sim.replay?.({ kind: 'checkot', request: {} }), 'ARGUMENT', /kind is 'checkot': .*'checkout' may be meant/],
  [(sim) => sim.replay?.({ kind: 'checkout' }), 'ARGUMENT', /request must be an object/],
  [(sim) => sim.restore?.({ version: 1, world: '{}' }), 'STATE', /its world has nothing of a simulator/],
  [(sim) => sim.phone?.('+233000000001', { kind: 'checkout' }), 'ARGUMENT', /kind is 'checkout': there are ussd/],
  [(sim) => sim.phone?.('+233000000001', { mobile: 5 }), 'ARGUMENT', /mobile must be text/],
  [(sim) => sim.phone?.('+233000000001', { skin: 'x' }), 'ARGUMENT', /skin is 'x': there are smart, basic/],
  [(sim) => sim.openBill?.(), 'ARGUMENT', /sim.openBill: the bill must be an object/],
  [(sim) => sim.phone?.('+233000000001', { chanel: 'pos' }), 'ARGUMENT', /sim.phone: chanel is no option: .*'channel'/],
  [(sim) => sim.openBill?.({}), 'ARGUMENT', /sim.openBill: source must be one of checkout, ussdPayment, fulfilment/],
  [(sim) => sim.openBill?.({ source: 'checkot' }), 'ARGUMENT', /source is 'checkot': .*'checkout' may be meant/],
  [(sim) => sim.openBill?.({ source: 'checkout', amount: 5 }), 'ARGUMENT', /description is required, as text/],
  [(sim) => sim.openBill?.({ ...cart, source: 'ussdPayment', description: '' }), 'ARGUMENT', /amount must be a number/],
  [(sim) => sim.openBill?.({ ...cart, items: [] }), 'ARGUMENT', /items must be a list that is not empty/],
  [(sim) => sim.openBill?.({ ...cart, items: [null] }), 'ARGUMENT', /items.0.name is required/],
  [
    (sim) => sim.openBill?.({ ...cart, items: [item, { ...item, quantity: -2 }] }),
    'ARGUMENT',
    /items.1.quantity must be/,
  ],
  [(sim) => Reflect.set(sim, 'profile', { casing: 'x' }), 'OPTION', /profile.casing is 'x': there are pascal/],
  [(sim) => Reflect.set(sim, 'profile', 'ladder2'), 'OPTION', /profile is 'ladder2': .*'ladder' may be meant/],
  [(sim) => Reflect.set(sim, 'profile', null), 'OPTION', /profile must be one of plain/],
  ...Object.entries({
    case: 'camel',
    order: 'Any',
    probe: 'get',
    forms: { checkot: 'json' },
    retries: 1_000,
    parallel: 0,
    skew: '5',
    keepAlive: 'no',
    extraFields: null,
  })
    .map(
      ([name, value]) =>
        [
          (sim: Loose) => Reflect.set(sim, 'profile', { [name]: value }),
          'OPTION',
          /createSimulator: profile\.\w+/,
        ] as const,
    )
    .map(([call, code, message]): [(sim: Loose) => unknown, string, RegExp] => [call, code, message]),
  [
    (sim) => Reflect.set(sim, 'profile', { forms: { checkout: 'Form' } }),
    'OPTION',
    /profile.forms .*'checkout' is 'Form'/,
  ],
]

async function opened(): Promise<Simulator> {
  const { sim, url } = await stand()
  const urls = { callbackUrl: `${url}/checkout`, returnUrl: url, cancellationUrl: url }
  sim.openBill({ source: 'checkout', amount: 50, description: 'Rice', reference: 'order-1', ...urls })
  return sim
}

describe('what JavaScript may give the simulator', () => {
  it.each(calls)('%s is refused with its name and the nearest word', async (call, code, message) => {
    const sim = await opened()
    const now = sim.now()
    const refusal = await Promise.resolve()
      .then(() => call(sim as unknown as Loose))
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: `FMW_SIMULATOR_${code}`, message: expect.stringMatching(message) })
    expect(sim.log.rows()).toEqual([])
    expect(sim.profile).toEqual(profiles.plain)
    expect(sim.now() - now).toBeLessThan(60_000)
  })

  it.each<[given: unknown, problem: string]>([
    [null, 'options must be an object'],
    [{ log: { rows: 'x' } }, 'log.rows must be a number from 1'],
    [{ log: { rows: -1 } }, 'log.rows must be a number from 1'],
    [{ log: { row: 1 } }, "log.row is no option: there are rows, bytes; 'rows' may be meant"],
    [{ allowHosts: 'x' }, 'allowHosts must be a list'],
    [{ allowHosts: [5] }, 'allowHosts has a wrong part: item 0 must be a text'],
    [{ profil: 'plain' }, "'profile' may be meant"],
  ])('createSimulator(%j) is refused', async (given, problem) => {
    const refusal = await createSimulator(given as object).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'FMW_SIMULATOR_OPTION', message: expect.stringContaining(problem) })
  })

  it.each(['80', -1, 70_000, 1.5])('the port %j is none', async (port) => {
    const refusal = await createSimulator({ port } as object).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'FMW_SIMULATOR_OPTION', message: expect.stringContaining('port must be') })
  })

  it('what is right is taken: a part of a profile, and options that are undefined', async () => {
    const sim = await opened()
    Reflect.set(sim, 'profile', { casing: 'camel' })
    expect(sim.profile).toEqual({ ...profiles.plain, casing: 'camel' })
    await sim.advance(0)
    const { notices } = await sim.customer.pays('order-1', { fails: undefined, method: 'card', amount: undefined })
    expect(notices).toHaveLength(1)
  })
})
