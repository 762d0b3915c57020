import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { manualClock } from '../../../src/testing/index.ts'
import { stand } from '../faults/receiver.ts'
import { get, post, send } from './call.ts'

async function shop() {
  const sim = await createSimulator({ clock: manualClock() })
  onTestFinished(() => sim.close())
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd: (push, turn) =>
      push.type === 'initiation'
        ? turn.prompt('1. Tea')
        : turn.pay('Approve', { amount: 5, description: 'Tea', reference: 'tea-1' }),
    payment: () => undefined,
    deliveryReport: () => undefined,
    inboundMessage: () => undefined,
  })
  await sim.connect(app)
  return sim
}

describe('the control of the simulator', () => {
  it('lists its routes with what they take', async () => {
    const { sim } = await stand()
    const { body } = await get(sim, '/')
    const routes: { method: string; path: string; does: string }[] = body.routes
    expect(routes.length).toBeGreaterThan(30)
    expect(routes).toContainEqual(expect.objectContaining({ method: 'GET', path: '/_simulator/log/:id' }))
    expect(routes).toContainEqual(expect.objectContaining({ method: 'GET', path: '/_simulator/log/events' }))
    for (const { does } of routes) expect(does.length).toBeGreaterThan(10)
  })

  it('shows rows, those that are meant, and one with its bytes', async () => {
    const { sim } = await stand()
    sim.faults.next('jsonString', { kind: 'checkout' })
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    await sim.trigger('deliveryReport')
    const { body } = await get(sim, '/log')
    expect(body).toMatchObject({ found: 2, last: 2, rows: [{ id: 1, kind: 'checkout', status: 200 }, { id: 2 }] })
    expect((await get(sim, '/log?fault=jsonString')).body.rows).toHaveLength(1)
    expect((await get(sim, '/log?text=order-17')).body.rows).toHaveLength(1)
    expect((await get(sim, '/log?reference=order-17')).body.found).toBe(0)
    expect((await get(sim, '/log?kind=deliveryReport&direction=push&after=1&limit=1')).body.rows).toHaveLength(1)
    expect((await get(sim, '/log?direction=call')).body.rows).toHaveLength(0)
    expect((await get(sim, '/log?before=2&verdict=ok')).body.rows).toHaveLength(1)
    const whole = (await get(sim, '/log/1')).body
    expect(JSON.parse(whole.request.text).Data).toMatch(/order-17/)
    expect(Buffer.from(whole.request.base64, 'base64').toString()).toBe(whole.request.text)
    expect(whole.request.headers).toEqual({ 'content-type': 'application/json' })
    expect(whole.request.read.Data.ClientReference).toBe('order-17')
    expect(whole).toMatchObject({
      deadline: 30_000,
      verdict: 'ok',
      faults: ['jsonString'],
      response: { read: { Type: 'Release' } },
    })
  })

  it('makes a fixture of a push', async () => {
    const { sim } = await stand()
    await sim.trigger('deliveryReport')
    expect((await get(sim, '/log/1/fixture')).body).toMatchObject({
      kind: 'deliveryReport',
      request: { method: 'POST' },
    })
  })

  it('switches faults, profile, clock and what the gateway shows', async () => {
    const { sim, received } = await stand()
    await post(sim, '/faults/set', { name: 'duplicate', rate: 0.5, kinds: ['checkout'] })
    await post(sim, '/faults/next', { name: 'drop', kind: 'deliveryReport' })
    expect((await get(sim, '/faults')).body.on).toEqual(sim.faults.list())
    expect(sim.faults.list().map(({ name }) => name)).toEqual(['duplicate', 'drop'])
    await post(sim, '/faults/clear', { name: 'duplicate' })
    await post(sim, '/faults/clear')
    expect(sim.faults.list()).toEqual([])

    await post(sim, '/profile', { name: 'ladder', casing: 'camel', extraFields: { Platform: null } })
    expect(sim.profile).toMatchObject({ casing: 'camel', keepAlive: false, extraFields: { Platform: null } })
    expect((await get(sim, '/profile')).body.profile).toEqual(sim.profile)
    await post(sim, '/trigger', { kind: 'checkout', fields: { Data: { Amount: 5 } } })
    expect(JSON.parse(received[0]?.text ?? '').data.amount).toBe(5)

    const before = sim.now()
    expect((await post(sim, '/clock', { advance: 60_000 })).body.now).toBe(before + 60_000)
    await post(sim, '/gateway', { error: 'NOCR' })
    expect(sim.gatewayError).toBe('NOCR')
    expect((await get(sim, '/state')).body).toMatchObject({ gatewayError: 'NOCR', isConnected: true, now: sim.now() })
    const { body } = await get(sim, '/snapshot')
    await post(sim, '/reset')
    expect(sim.gatewayError).toBeNull()
    await post(sim, '/restore', body)
    expect(sim.gatewayError).toBe('NOCR')
    await post(sim, '/log/clear')
    expect(sim.log.rows()).toEqual([])
    expect((await get(sim, '/state')).body.seed).toBe(1)
    await post(sim, '/seed', { seed: 7 })
    expect((await get(sim, '/state')).body.seed).toBe(7)
    await post(sim, '/restore', body)
    expect((await get(sim, '/state')).body.seed).toBe(1)
  })

  it('dials, answers, approves, and the ledger says what came of it', async () => {
    const sim = await shop()
    const number = '+233000000000'
    expect((await post(sim, '/phones/dial', { number, text: '*713#' })).body).toMatchObject({
      isOpen: true,
      screen: { text: '1. Tea' },
    })
    expect((await post(sim, '/phones/reply', { number, text: '1' })).body.prompts).toMatchObject([{ amount: 5 }])
    expect((await post(sim, '/phones/approve', { number })).body.lastPayment.notices).toMatchObject([{ status: 200 }])
    expect((await get(sim, '/ledger')).body).toMatchObject({ isClean: true, found: 1, rows: [{ asked: 5, paid: 5 }] })
    expect((await get(sim, '/ledger?differs=true')).body).toMatchObject({ isClean: true, found: 0, rows: [] })
    expect((await get(sim, '/ledger?differs=false&limit=1')).body.found).toBe(1)
    expect((await get(sim, '/phones')).body.items).toMatchObject([{ number, isOpen: false }])
    expect((await get(sim, '/phones?number=%2B233000000001')).body.found).toBe(0)
    expect((await get(sim, '/bills?state=paid')).body).toMatchObject({
      found: 1,
      items: [{ amount: 5, pageUrl: null }],
    })
    expect((await get(sim, '/bills?state=open')).body.found).toBe(0)
    expect((await get(sim, '/transactions?method=mobile%20money')).body.items).toMatchObject([{ paid: 5 }])
    expect((await get(sim, '/sessions?limit=1')).body.items).toMatchObject([{ dialled: '*713#', ended: 'application' }])
    expect((await get(sim, '/state')).body.counts).toMatchObject({ phones: 1, bills: 1, sessions: 1, transactions: 1 })
  })

  it('waits for a row', async () => {
    const { sim } = await stand()
    const waiting = post(sim, '/log/next', { kind: 'deliveryReport' })
    await sim.trigger('checkout')
    await sim.trigger('deliveryReport')
    expect((await waiting).body).toMatchObject({ id: 2, request: { read: { Status: 'Delivered' } } })
    expect((await post(sim, '/log/next', { kind: 'deliveryReport', within: 0 })).body).toMatchObject({
      code: 'FMW_SIMULATOR_WAIT',
    })
  })

  it('says where pushes go, how they look, and which numbers are magic; a seed begins the random numbers anew', async () => {
    const { sim, url } = await stand()
    const { items } = (await get(sim, '/kinds')).body
    expect(items).toHaveLength(7)
    expect(items[0]).toMatchObject({ kind: 'ussd', isTurn: true, deadline: 7_000, address: `${url}/ussd` })
    expect(items[2].sample.Data.Amount).toBe(50.25)
    const numbers = (await get(sim, '/numbers')).body
    expect([numbers.payments.length, numbers.messages.length].every((length) => length > 10)).toBe(true)
    const references = []
    for (const seed of [7, 7, 8]) {
      await post(sim, '/seed', { seed })
      references.push((await sim.trigger('checkout')).request.body.toString())
    }
    expect(references[1]).toBe(references[0])
    expect(references[2]).not.toBe(references[0])
  })

  it('makes a dialogue and a test of rows', async () => {
    const sim = await shop()
    await post(sim, '/phones/dial', { number: '+233241234567', text: '*713#' })
    const dialogue = (await post(sim, '/log/record', { rows: [1], as: 'dialogue', title: 'Tea' })).body.text
    expect(dialogue).toMatch(/^dialogue: Tea\n/)
    expect(dialogue).not.toContain('241234567')
    const test = (await post(sim, '/log/record', { rows: [1], as: 'test', app: '../src/app.js' })).body.text
    expect(test).toContain("await import('../src/app.js')")
    expect((await post(sim, '/log/record', { rows: [9], as: 'test' })).body.message).toMatch(/no row 9/)
    // For who only asks whether they can be recorded it's an answer.
    const why = await post(sim, '/log/record', { rows: [9], as: 'test', orWhy: true })
    expect(why).toMatchObject({ status: 200, body: { text: '', problem: expect.stringMatching(/no row 9/) } })
    expect((await post(sim, '/log/record', { rows: [1], as: 'dialogue', orWhy: true })).body).not.toHaveProperty(
      'problem',
    )
  })

  it('plays every step of a phone', async () => {
    const sim = await shop()
    const number = '+233000000001'
    await post(sim, '/phones', { number, skin: 'basic' })
    await post(sim, '/phones/dial', { number, text: '*713#' })
    await post(sim, '/phones/repeat', { number })
    expect((await post(sim, '/phones/hang-up', { number })).body).toMatchObject({ isOpen: false, skin: 'basic' })
    expect((await post(sim, '/phones/redial', { number })).body.isOpen).toBe(true)
    expect((await post(sim, '/phones/push', { number, type: 'Favorite' })).body.screen.text).toMatch(/not available/)
    await post(sim, '/phones/redial', { number })
    expect((await post(sim, '/phones/time-out', { number })).body.isOpen).toBe(false)
    await post(sim, '/phones/dial', { number, text: '*713#' })
    await post(sim, '/phones/choose', { number, text: 'Tea' })
    expect((await post(sim, '/phones/refuse', { number })).body.prompts).toEqual([])
    const { status, body } = await post(sim, '/phones/choose', { number, text: 'Coffee' })
    expect(status).toBe(400)
    expect(body.message).toMatch(/Coffee|no session|ended/)
  })

  it('lets customers pay, finish, get back and dispute, and messages come and go', async () => {
    const sim = await shop()
    const client = new MerchantClient(sim.clientOptions)
    const { id } = sim.openBill({
      source: 'ussdPayment',
      amount: 5,
      description: 'Tea',
      callbackUrl: null,
      sessionId: 's',
      mobile: '+233000000000',
    })
    expect((await post(sim, '/customer/pays', { bill: id, hangs: true })).body.notices).toEqual([])
    expect((await post(sim, '/customer/finishes', { bill: id })).body.notices).toHaveLength(1)
    await post(sim, '/customer/disputes', { bill: id, amount: 1 })
    await post(sim, '/customer/refunds', { bill: id })
    await post(sim, '/bills/ussd-payment', { amount: 2, description: 'Tea', sessionId: 's2', mobile: '+233000000000' })
    const items = [{ name: 'Ticket', quantity: 2, price: 25 }]
    await post(sim, '/bills/cart', { items, sessionId: 's3', mobile: '+233000000000' })
    const at = 'http://127.0.0.1:1/'
    const invoice = {
      amount: 3,
      description: 'Rice',
      reference: 'order-3',
      callbackUrl: at,
      returnUrl: at,
      cancellationUrl: at,
    }
    await post(sim, '/bills/invoice', invoice)
    expect((await get(sim, '/bills')).body.items).toMatchObject([
      { id },
      { amount: 2, source: 'ussdPayment' },
      { amount: 50, source: 'fulfilment' },
      {
        amount: 3,
        reference: 'order-3',
        pageUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[0-9a-f]{32}$/),
      },
    ])
    expect((await post(sim, '/customer/pays', { bill: 'order-9' })).body).toMatchObject({ code: 'FMW_SIMULATOR_STATE' })
    const { messageId } = await client.messages.send({ from: 'Shop', to: '+233000000000', content: 'Ready' })
    expect((await post(sim, '/messages/settle', { messageId, status: 'Expired' })).status).toBe(200)
    expect((await post(sim, '/messages/from', { number: '+233000000000', text: 'JOIN' })).body.status).toBe(200)
    expect((await post(sim, '/messages/top-up', { amount: 10 })).status).toBe(200)
    expect((await get(sim, '/messages')).body.found).toBe(2)
    expect((await get(sim, '/messages?direction=in')).body.items).toMatchObject([{ content: 'JOIN' }])
  })

  it.each([
    ['/faults/set', { name: 'dropp' }, /^name must be one of duplicate, /],
    ['/faults/set', { name: 'drop', rate: 2 }, /^rate must be otherwise: /],
    ['/faults/set', { name: 'drop', rat: 1 }, /^rat is no field: there are name, rate, kinds, way/],
    ['/faults/set', {}, /^name is missing/],
    ['/faults/set', { name: 'contradict', kinds: ['ussd'] }, /kinds has 'ussd'/],
    ['/faults/set', [], /^the body must be otherwise: /],
    ['/profile', { retries: ['soon'] }, /^retries\.0 must be otherwise: /],
    ['/clock', { advance: -1 }, /^advance must be otherwise: /],
    ['/clock', { advance: 1.5 }, /^advance must be otherwise: expected integer/],
    ['/restore', { version: 2, world: '{' }, /^version must be 1$/],
    ['/profile', { probe: 'PUT' }, /^probe must be one of GET, HEAD, null$/],
    ['/gateway', { error: 'abc' }, /^error must be one of URNF, .*, null$/],
    ['/seed', { seed: -1 }, /^seed must be otherwise: /],
    ['/seed', { seed: 1e300 }, /^seed must be otherwise: /],
    ['/trigger', { kind: 'checkout', url: 'abc' }, /^url must be a whole address, as http/],
    ['/bills/cart', { items: [{ name: 'Tea', quantity: 1, price: 1 }], sessionId: 's', mobile: 'abc' }, /^mobile must/],
    [
      '/bills/ussd-payment',
      { amount: 1e300, description: 'Tea', sessionId: 's', mobile: '+233000000000' },
      /^amount must be a number above 0$/,
    ],
    ['/messages/from', { number: 'abc', text: 'JOIN' }, /^number must be a phone number, as \+233000000000$/],
    ['/messages/from', { number: '', text: 'JOIN' }, /^number must be a phone number, /],
    ['/messages/top-up', { amount: -1 }, /^amount must be otherwise: /],
    ['/faults/set', { name: 'duplicate', way: 'abc' }, /^way is 'abc': duplicate has /],
    ['/restore', { version: 1, world: '{' }, /snapshot/],
    ['/restore', { version: 1, world: '{"bills":7}' }, /snapshot/],
    ['/trigger', { kind: 'callback' }, /^kind must be one of ussd, /],
    ['/phones/dial', { number: '12', text: '*713#' }, /has no phone '12'/],
  ])('%s %j: says which field is wrong', async (path, body, expected) => {
    const { sim } = await stand()
    const answer = await post(sim, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(expected)
  })

  it.each([
    ['/log?limit=1.5', /^limit must be otherwise: expected integer/],
    ['/log?limit=0x10', /^limit must be otherwise: /],
    ['/log?after=1e3', /^after must be otherwise: /],
    ['/log?limit=0', /^limit must be otherwise: /],
    ['/log?limti=1', /^limti is no field: there are direction, kind, /],
    ['/phones?channel=zz', /^channel must be one of ussd, webstore, pos, app$/],
    ['/phones?skin=zz', /^skin must be one of smart, basic$/],
    ['/bills?state=zz', /^state must be one of open, paid, cancelled$/],
    ['/bills?source=zz', /^source must be one of checkout, ussdPayment, fulfilment$/],
    ['/transactions?method=zz', /^method must be one of mobile money, card, qr, wallet$/],
    ['/sessions?kind=zz', /^kind must be one of ussd, programmable$/],
    ['/sessions?channel=zz', /^channel must be one of ussd, webstore, pos, app$/],
    ['/messages?direction=zz', /^direction must be one of in, out$/],
    ['/messages?status=zz', /^status must be one of Rejected, Submitted, Delivered, /],
    ['/log?fault=zz', /^fault must be one of duplicate, /],
    ['/log/pending?fault=', /^fault must be one of duplicate, /],
    ['/log?reference=', /^reference must be otherwise: expected string length greater or equal to 1$/],
    ['/log?text=', /^text must be otherwise: expected string length greater or equal to 1$/],
    ['/bills?reference=', /^reference must be otherwise: expected string length greater or equal to 1$/],
    ['/log/abc', /^id must be the number of a row: its digits alone$/],
    ['/log/1.5/fixture', /^id must be /],
  ])('GET %s: says which field is wrong, and what it must be', async (path, expected) => {
    const { sim } = await stand()
    expect(await get(sim, path)).toMatchObject({ status: 400, body: { message: expect.stringMatching(expected) } })
  })

  it('takes JSON alone, and says what else is wrong', async () => {
    const { sim } = await stand()
    expect(await send(sim, 'POST', '/_simulator/reset', { 'content-type': 'text/plain' }, '{}')).toMatchObject({
      status: 415,
    })
    expect(await send(sim, 'POST', '/_simulator/reset', { 'content-type': 'application/json' }, '{')).toMatchObject({
      status: 400,
    })
    expect(await send(sim, 'GET', '/_simulator/log?after=x')).toMatchObject({ status: 400 })
    expect(await send(sim, 'GET', '/_simulator/log/x')).toMatchObject({ status: 400 })
    expect(await get(sim, '/nothing')).toEqual({
      status: 404,
      body: {
        code: 'FMW_SIMULATOR_UNKNOWN',
        message: 'There is no GET /_simulator/nothing: GET /_simulator/ lists what there is',
      },
    })
    expect(await send(sim, 'DELETE', '/_simulator/log')).toMatchObject({ status: 404 })
    expect(sim.log.rows()).toEqual([])
  })
})
