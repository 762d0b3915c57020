import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createSimulator,
  type LogRow,
  recordDialogue,
  recordTest,
  runDialogue,
  type SimulatorOptions,
  writeDialogue,
} from '../../../src/simulator/index.ts'
import { buildTeaShop } from '../dialogue/shop.ts'

async function openTeaShop(options: SimulatorOptions = {}) {
  const sim = await createSimulator(options)
  onTestFinished(() => sim.close())
  const app = await buildTeaShop(sim)
  onTestFinished(() => app.close())
  await sim.connect(app)
  return sim
}

describe('a recording of the log', () => {
  it('tells of invoices, of several payments of one, and of the messages that follow, and passes', async () => {
    const sim = await openTeaShop()
    const kofi = sim.phone('+233244123456')
    await kofi.dial('*713#').choose('Invoice')
    await sim.customer.pays('box-1', { fails: '2101', mobile: '+233244123456' })
    await sim.customer.pays('box-1', { times: 2 })
    await sim.log.next({ kind: 'sendMessage' })
    await kofi.dial('*713#').choose('Tea').refuses()
    const dialogue = recordDialogue(sim.log.rows())
    expect(dialogue.steps.map(({ screen: _, ...step }) => step)).toEqual([
      { dial: '*713#' },
      { reply: '2', ends: true },
      { pays: { fails: '2101' } },
      { pays: { times: 2 } },
      { receives: 'Thank you for the tea', phone: 'phone2' },
      { dial: '*713#' },
      { reply: '1', ends: true, asks: 5 },
      { refuse: true },
    ])
    expect(dialogue).toMatchObject({
      dialogue: 'Recorded',
      phones: { phone: { number: '+233000000000' }, phone2: { number: '+233000000001' } },
      outcome: {
        payments: [
          { asked: 20, paid: 40 },
          { asked: 5, paid: 0 },
        ],
      },
    })
    // The shop thanks one number always.
    const own = { ...dialogue, phones: { phone: { number: '+233000000001' }, phone2: { number: '+233000000000' } } }
    expect((await runDialogue((other) => buildTeaShop(other), own)).problem).toBe(null)
  })

  it('tells of everything else that was done, and passes', async () => {
    const sim = await openTeaShop({ profile: 'mixedNames' })
    const ama = sim.phone('+233010002101')
    await ama.dial('*713#').repeatLast().timeout()
    sim.faults.next('cutAfterRequest')
    await ama.dial('*713#')
    sim.faults.next('duplicate', { kind: 'ussd' })
    await ama.dial('*713#').hangUp()
    await sim.advance(2_000)
    await ama.dial('*713#').choose('Tea').approve()
    sim.faults.next('corrupt', { kind: 'checkout', way: 'words' })
    await sim.trigger('checkout', { Data: { CustomerPhoneNumber: '+233010002101' } })
    await sim.messages.from('+233244123456', 'STOP')
    const dialogue = recordDialogue(sim.log.rows(), { title: 'All', profile: 'mixedNames' })
    expect(dialogue.steps.map(({ screen: _, ...step }) => step)).toMatchObject([
      { dial: '*713#' },
      { repeatLast: true },
      { timeout: true },
      { dial: '*713#', faults: ['cutAfterRequest'], ends: true },
      { dial: '*713#', faults: ['duplicate'] },
      { hangUp: true },
      { dial: '*713#' },
      { reply: '1', asks: 5, ends: true },
      { approve: { fails: '2101' } },
      { trigger: { kind: 'checkout' }, faults: ['corrupt'] },
      { texts: 'STOP', phone: 'phone2' },
    ])
    expect(dialogue.steps[3]?.screen).toBe('CSP')
    // A magic number is nobody's. The trigger has a number of its own.
    expect(dialogue.phones).toEqual({
      phone: { number: '+233010002101' },
      phone2: { number: '+233000000001' },
    })
    const { problem } = await runDialogue((other) => buildTeaShop(other), dialogue)
    expect(problem).toBe(null)
  })

  it('hides what is entered where a PIN is asked for, also of an application that nobody hears', async () => {
    const sim = await createSimulator()
    onTestFinished(() => sim.close())
    const app = Fastify()
    app.post('/ussd', ({ body }) => {
      const { Message: message = '' }: { Message?: string } = Object(body)
      if (message === '9') return { Type: 'Response', Message: 'Your PIN?\n1. Forgot my PIN' }
      return message.startsWith('*')
        ? { Type: 'Response', Message: 'Enter your PIN' }
        : { Type: 'Release', Message: `${message} is right, dear Ama` }
    })
    onTestFinished(() => app.close())
    await sim.connect(await app.listen())
    const ama = sim.phone('+233244123456', { operator: 'network-a', serviceCode: '99' })
    await ama.dial('*713#').reply('2580')
    await ama.dial('*713#').reply('Sesame-9')
    await ama.dial('*713#').reply('2580')
    await ama.dial('9').reply('1')
    const dialogue = recordDialogue(sim.log.rows(), { secrets: ['Ama'] })
    expect(writeDialogue(dialogue)).not.toMatch(/2580|Sesame|Ama/)
    expect(dialogue).toMatchObject({
      secrets: { PIN: '1111', PIN_2: 'xxxxxxx1' },
      phones: { phone: { number: '+233000000000', operator: 'network-a', serviceCode: '99' } },
    })
    expect(dialogue.steps.filter((_step, at) => at % 2 === 1)).toEqual([
      { secret: 'PIN', screen: '1111 is right, dear xxx', ends: true },
      { secret: 'PIN_2', screen: 'xxxxxxx1 is right, dear xxx', ends: true },
      { secret: 'PIN', screen: '1111 is right, dear xxx', ends: true },
      { reply: '1', screen: '1 is right, dear xxx', ends: true },
    ])
  })

  it('says which row cannot be told, and what to do', async () => {
    const sim = await openTeaShop()
    const ama = sim.phone('+233244123456')
    await ama.dial('*713#').choose('Tea').approve()
    const rows = sim.log.rows({ direction: 'push' })
    const [dial, reply, notice] = rows
    if (dial === undefined || reply === undefined || notice === undefined) throw new Error('rows are missing')
    expect(() => recordDialogue([])).toThrow(/has nothing to record: choose rows of sim\.log\.rows\(\)/)
    expect(() => recordDialogue([reply])).toThrow(
      /can't tell row 2, which goes on with a session: choose its rows from/,
    )
    expect(() => recordDialogue([notice])).toThrow(
      /can't tell row \d+, the notice of a payment whose session isn't among/,
    )
    await sim.customer.refunds(String(notice.about.billId), { isTold: true })
    expect(() => recordDialogue(sim.log.rows())).toThrow(/a dialogue has no refunds/)
    sim.log.clear()
    await sim.phone('+233244123457').dial('*713#').push('Favorite', 'x')
    expect(() => recordDialogue(sim.log.rows())).toThrow(/no push of the Type favorite with a Message/)
  })
})

describe('a recorded test', () => {
  it('says which row it cannot tell, since it has no service behind it', async () => {
    const sim = await openTeaShop()
    await sim.phone('+233244123456').dial('*713#').choose('Invoice')
    await sim.customer.pays('box-1')
    const pushes = sim.log.rows({ direction: 'push' })
    expect(() => recordTest(sim.log.rows())).toThrow(
      /row \d+, which is a call to the service: a test knows the application alone/,
    )
    expect(() => recordTest(pushes)).toThrow(/row \d+, which tells of an invoice, which the service makes/)
    const struck = (row: LogRow): LogRow => ({ ...row, faults: ['drop'] })
    expect(() => recordTest(pushes.slice(0, 2).map(struck))).toThrow(/row 1, which suffered drop/)
    sim.gatewayError = null
    const silent = (row: LogRow): LogRow => ({ ...row, response: null })
    expect(() => recordTest(pushes.slice(0, 1).map(silent))).toThrow(
      /row 1, which ends with CSP, an error of the gateway/,
    )
  })

  it('has every step of a phone, and every way to pay', async () => {
    const sim = await openTeaShop()
    const ama = sim.phone('+233244123456')
    await ama.dial('*713#').repeatLast().timeout()
    await ama.dial('*713#').hangUp()
    await ama.dial('*713#').choose('Tea').refuses()
    await ama.dial('*713#').choose('Tea').approve({ fails: '2101' })
    await ama.dial('*713#').choose('Tea').approve({ amount: 4, times: 2 })
    await ama.dial('*713#').push('Favorite')
    const test = recordTest(
      sim.log.rows({ direction: 'push' }).filter(({ kind }) => kind !== 'deliveryReport'),
      { title: "Ama's 'day'", app: '../src/app.js' },
    )
    expect(test).toContain("await import('../src/app.js')")
    expect(test).toContain("it('Ama\\'s \\'day\\'', async () => {")
    expect(test).toContain("const caller = phone(app, { mobile: '+233000000000' })")
    for (const line of [
      '.repeatLast()',
      '.timeout()',
      '.hangUp()',
      "push('Favorite')",
      ".pay({ outcome: 'cancelled' })",
      ".pay({ outcome: 'failed' })",
      '.pay({ amount: 4, times: 2 })',
    ])
      expect(test).toContain(line)
    expect(test).not.toContain('PIN')
  })

  it('is written for the runner of Node.js too, with its own words', async () => {
    const sim = await openTeaShop()
    await sim.phone('+233244123456').dial('*713#').choose('Tea')
    await sim.trigger('inboundMessage')
    const test = recordTest(sim.log.rows({ direction: 'push' }), { title: 'Tea', runner: 'node' })
    expect(test).toMatch(/^import assert from 'node:assert\/strict'\nimport { test } from 'node:test'\n/m)
    expect(test).toContain("test('Tea', async (t) => {\n")
    expect(test).toContain("  t.mock.timers.enable({ apis: ['Date'], now: new Date('")
    expect(test).toMatch(/assert\.equal\(answer\d+\.status, 200\)/)
    expect(test).not.toContain('vitest')
  })
})
