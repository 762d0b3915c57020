import { describe, expect, it } from 'vitest'
import {
  type MerchantWebhooksOptions,
  memoryStore,
  type PaymentEvent,
  type ProgrammableHandler,
} from '../../../src/index.ts'
import { createSimulator } from '../../../src/simulator/index.ts'
import { openShop, openStranger, pushed } from './shop.ts'

const number = '+233000000001'

describe('a Release with an Amount (reference 2.8, 3.4)', () => {
  const openTill = async () => {
    const payments: PaymentEvent[] = []
    const { sim } = await openShop({
      store: memoryStore(),
      publicUrl: 'https://shop.example',
      secret: 'a secret of this test',
      ussd: ({ type }, turn) =>
        type === 'initiation' ? turn.menu('Welcome', ['Tea']) : turn.pay('Approve', { amount: 5, description: 'Tea' }),
      payment: (payment) => void payments.push(payment),
    } as Partial<MerchantWebhooksOptions>)
    return { sim, payments }
  }

  it('prompts on the phone; approved, its notice comes to the CallbackUrl', async () => {
    const { sim, payments } = await openTill()
    const phone = sim.phone(number)
    await phone.dial('*713#').choose('Tea').expectScreen('Approve')
    expect(phone.prompts).toEqual([{ id: expect.any(String), amount: 5, description: 'Tea' }])

    await phone.approve()

    expect(phone.lastPayment?.notices).toMatchObject([{ kind: 'ussdPayment', response: { status: 200 } }])
    await expect.poll(() => payments).toMatchObject([{ kind: 'ussdPayment', outcome: 'paid', amount: 5 }])
    expect(phone.prompts).toEqual([])
    expect(sim.log.rows({ sessionId: phone.sessionId }).map(({ kind }) => kind)).toEqual([
      'ussd',
      'ussd',
      'ussdPayment',
    ])
    expect(phone.transcript()).toMatch(/approve 5 for Tea$/)
    await expect(phone.approve().run()).rejects.toThrow(/no prompt is open/)
  })

  it('refused, its notice tells of no money', async () => {
    const { sim, payments } = await openTill()
    const phone = sim.phone(number)
    await phone.dial('*713#').choose('Tea').refuses()
    await expect.poll(() => payments).toMatchObject([{ outcome: 'cancelled' }])
    expect(phone.prompts).toEqual([])
  })

  it('fails as the customer does, or is left', async () => {
    const { sim, payments } = await openTill()
    const phone = sim.phone(number)
    await phone.dial('*713#').choose('Tea').approve({ fails: '2101' })
    await expect.poll(() => payments).toMatchObject([{ outcome: 'failed' }])
    await phone.redial().choose('Tea')
    expect(phone.prompts).toHaveLength(1)
    expect(sim.log.rows({ kind: 'ussdPayment' })).toHaveLength(1)
  })

  it('asks for nothing without an Amount above 0, and not on a Response', async () => {
    const replies = [
      { Type: 'Release', Message: 'Bye' },
      { Type: 'Release', Message: 'Bye', Amount: 0 },
      { Type: 'Response', Message: 'Go on', Amount: 5 },
    ]
    const { sim } = await openStranger((app) => void app.post('/ussd', () => replies.shift()))
    const phone = sim.phone(number)
    for (const text of ['Bye', 'Bye', 'Go on']) await phone.dial('*713#').expectScreen(text)
    expect(phone.prompts).toEqual([])
  })
})

describe('a programmable service (reference 2.5, 2.6, 3.3, 4.10)', () => {
  const shop: ProgrammableHandler = ({ type }, turn) =>
    type === 'initiation'
      ? turn.menu('What?', ['Tea', 'Rice'])
      : turn.pay('Pay in the checkout', {
          items: [
            { name: 'Tea', quantity: 2, price: 5 },
            { name: 'Sugar', quantity: 1, price: 1.5 },
          ],
        })

  it.each([
    ['ussd', 'network', '*713#'],
    ['webstore', 'webstore', ''],
    ['pos', 'POS-Android', ''],
    ['app', 'app', ''],
  ] as const)('on %s: its fields, its choices, its cart, its fulfilment notice', async (channel, operator, dialled) => {
    const payments: PaymentEvent[] = []
    const store = memoryStore()
    const { sim } = await openShop({
      store,
      programmable: shop,
      payment: (payment) => void payments.push(payment),
    } as Partial<MerchantWebhooksOptions>)
    const phone = sim.phone(number, { channel, kind: 'programmable' })
    const first = await phone.dial('*713#')
    const [push] = sim.log.rows().map(pushed)
    expect(push).toEqual({
      Type: 'initiation',
      Message: dialled,
      ServiceCode: channel === 'ussd' ? '713' : 'service',
      Operator: operator,
      ClientState: '',
      Mobile: channel === 'ussd' ? number : expect.stringMatching(/^[0-9a-f]{16}$/),
      SessionId: phone.sessionId,
    })
    if (channel !== 'ussd')
      expect(first).toMatchObject({ dataType: 'menu', choices: [{ display: 'Tea' }, { display: 'Rice' }] })
    const last = await phone.choose('Tea')
    expect(last.type).toBe('addToCart')
    expect(phone.prompts).toEqual([{ id: expect.any(String), amount: 11.5, description: 'Tea, Sugar' }])
    expect(phone.answerBy).toBeNull()

    await phone.approve()

    await expect
      .poll(() => payments)
      .toMatchObject([{ kind: 'fulfilment', outcome: 'paid', sessionId: phone.sessionId }])
    expect(sim.log.rows({ kind: 'fulfilment' })).toHaveLength(1)
  })

  it('is on iOS too, and hurries nobody where there are no keys', async () => {
    const { sim } = await openShop({ programmable: (_push, turn) => turn.prompt('Your name?') })
    const till = sim.phone(number, { channel: 'pos', operator: 'POS-ios' })
    await till.dial()
    expect([pushed(sim.log.rows()[0] as never).Operator, till.answerBy]).toEqual(['POS-ios', null])
    await sim.advance(3_600_000)
    expect(till.isOpen).toBe(true)
    await till.hangUp()
    expect(pushed(sim.log.rows()[1] as never)).toMatchObject({ Type: 'release' })
  })

  it('takes the envelope, an Item alone or in a list, both spellings of it, and masks', async () => {
    const answers: ((id: unknown) => unknown)[] = [
      (SessionId) => ({
        status: 'Success',
        message: 'ok',
        data: {
          sessionId: SessionId,
          type: 'Response',
          message: 'PIN?',
          label: 'Pay',
          dataType: 'input',
          fieldType: 'number',
          mask: 'true',
          maskNextRoute: true,
          data: null,
        },
      }),
      (SessionId) => ({ SessionId, Type: 'AddToCart', Message: 'Pay', Item: { itemName: 'Tea', qty: 1, price: 5 } }),
      (SessionId) => ({ SessionId, Type: 'AddToCart', Message: 'Pay', Item: [{ ItemName: 'Tea', Qty: 2, Price: 5 }] }),
      (SessionId) => ({ SessionId, Type: 'AddToCart', Message: 'Pay' }),
      (SessionId) => ({ SessionId, Type: 'Response', Message: 'Pay', Item: { itemName: 'Tea', qty: 1, price: 5 } }),
      () => ({ SessionId: 'another', Type: 'Response', Message: 'Hi' }),
    ]
    const { sim } = await openStranger((app) => {
      app.post('/programmable', ({ body }) => answers.shift()?.(Reflect.get(Object(body), 'SessionId')))
    })
    const user = sim.phone(number, { channel: 'webstore' })
    const screen = await user.dial().reply('1234')
    expect(screen).toMatchObject({ text: 'Pay', item: [{ name: 'Tea', quantity: 1, price: 5 }] })
    expect(user.transcript()).toMatch(/reply ••••/)
    await user.dial().expectScreen('Pay')
    expect(user.prompts.map(({ amount }) => amount)).toEqual([5, 10])
    await user.dial()
    expect(user.problem).toMatch(/no Item, though its Type is AddToCart/)
    await user.dial()
    expect(user.problem).toMatch(/has an Item, but its Type is response/)
    await user.dial()
    expect(user.problem).toMatch(/SessionId is not that of the push/)
    expect(user.prompts).toHaveLength(2)
  })

  it('says of a confirm with more than two choices, and of an empty Message, that they are wrong', async () => {
    const choices = ['Yes', 'No', 'Later'].map((Display) => ({ Display, Value: Display }))
    const answers = [
      { Message: 'Sure?', DataType: 'confirm', Data: choices },
      { Message: 'Sure?', DataType: 'confirm', Data: choices.slice(0, 2) },
      { Message: '' },
    ]
    const { sim } = await openStranger((app) => {
      app.post('/programmable', ({ body }) => {
        const SessionId = Reflect.get(Object(body), 'SessionId')
        return { SessionId, Type: 'Response', ...answers.shift() }
      })
    })
    const user = sim.phone(number, { channel: 'webstore' })
    for (const problem of [/confirm, a yes or no, and its Data has 3 choices/, /^$/, /its Message is empty .*2\.6/]) {
      await user.dial()
      expect(user.problem ?? '').toMatch(problem)
    }
  })

  it('shows Label and FieldType, takes Amount in Data, and pushes the Value of what is chosen', async () => {
    const menu = (SessionId: unknown) => ({
      SessionId,
      Type: 'Response',
      Message: 'What?',
      Label: 'Shop',
      DataType: 'menu',
      FieldType: 'text',
      Data: [
        { Display: 'Tea', Value: 'tea-1', Amount: 5 },
        { Display: 'Rice', Value: 'rice-2' },
      ],
    })
    const { sim } = await openStranger((app) => {
      app.post('/programmable', ({ body }) => menu(Reflect.get(Object(body), 'SessionId')))
    })
    const user = sim.phone(number, { channel: 'webstore' })
    expect(await user.dial()).toMatchObject({
      label: 'Shop',
      dataType: 'menu',
      fieldType: 'text',
      choices: [
        { display: 'Tea', value: 'tea-1', amount: 5 },
        { display: 'Rice', value: 'rice-2' },
      ],
    })
    await user.choose('Rice')
    expect(pushed(sim.log.rows()[1] as never)).toMatchObject({ Type: 'response', Message: 'rice-2' })
    expect(user.problem).toBeNull()
  })

  it('pushes AddToCart when its user proceeds to checkout, and what is answered with an Item is paid', async () => {
    const types: string[] = []
    const { sim } = await openShop({
      programmable: ({ type }, turn) => {
        types.push(type)
        return type === 'addToCart'
          ? turn.pay('Pay in the checkout', { name: 'Tea', quantity: 1, price: 5 })
          : turn.menu('What?', ['Tea'])
      },
    })
    const user = sim.phone(number, { channel: 'webstore' })
    expect(await user.dial().proceed()).toMatchObject({ type: 'addToCart', item: [{ name: 'Tea' }] })
    expect(pushed(sim.log.rows()[1] as never)).toMatchObject({
      Type: 'AddToCart',
      Message: '',
      SessionId: user.sessionId,
    })
    expect(types).toEqual(['initiation', 'addToCart'])
    expect(user.prompts).toMatchObject([{ amount: 5 }])
    expect(user.isOpen).toBe(false)
  })

  it('proceeds to no checkout on a USSD code, and on no screen that is over', async () => {
    const { sim } = await openShop({ ussd: (_push, turn) => turn.prompt('Your name?') })
    await expect(sim.phone(number).dial('*713#').proceed()).rejects.toThrow(
      /only a programmable service has a checkout/,
    )
    await expect(sim.phone(number, { channel: 'webstore' }).proceed()).rejects.toThrow(/proceed/)
  })

  it('demands Label, DataType and FieldType where newer versions do, but for a confirm no FieldType, and on USSD none', async () => {
    const yes = [{ Display: 'Yes', Value: '1' }]
    const answers: object[] = [
      { Label: 'Shop' },
      { Label: 'Shop', DataType: 'confirm', Data: yes },
      { Label: 'Shop', DataType: 'input', FieldType: 'number' },
      {},
    ]
    const { sim } = await openStranger(
      (app) => {
        app.post('/programmable', ({ body }) => {
          const SessionId: unknown = Reflect.get(Object(body), 'SessionId')
          return { SessionId, Type: 'Response', Message: 'And?', ...answers.shift() }
        })
      },
      { rich: { demandsFields: true } },
    )
    const user = sim.phone(number, { channel: 'app' })
    await user.dial()
    expect(user.problem).toMatch(/it has no DataType and no FieldType, which rich channels demand/)
    for (const phone of [user, user, sim.phone(number, { kind: 'programmable' })]) {
      await phone.dial('*713#')
      expect(phone.problem).toBeNull()
    }
  })

  it.each([
    [{ demandsField: true }, 'rich.demandsField'],
    [{ demandsFields: 'yes' }, 'rich.demandsFields'],
    [null, 'rich'],
  ])('%j is no setting of rich channels', async (rich, name) => {
    await expect(createSimulator({ rich: rich as never })).rejects.toThrow(name)
  })

  it('has other phones than USSD of the same number, and their prompts and messages are shared', async () => {
    const { sim } = await openShop({ programmable: (_push, turn) => turn.end('Hello') })
    expect(sim.phone(number, { channel: 'webstore' })).not.toBe(sim.phone(number))
    expect(sim.phones.map(({ channel }) => channel)).toEqual(['webstore', 'ussd'])
  })

  it('has a prompt on a phone that never dialled, for what was bought elsewhere', async () => {
    const { sim } = await openShop({
      programmable: (_push, turn) => turn.pay('Pay', { name: 'Tea', quantity: 1, price: 5 }),
    })
    for (const word of ['approve', 'refuses'] as const) {
      await sim.phone(number, { channel: 'webstore' }).dial()
      expect(await sim.phone(number)[word]()).toMatchObject({ text: '', type: 'release' })
    }
    expect(sim.ledger().rows.map(({ paid }) => paid)).toEqual([5, 0])
  })
})
