import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReplyOptions } from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { teaShop } from './tea-shop.ts'

let app: FastifyInstance
afterEach(() => app.close())

const shop = async (reply: ReplyOptions = {}) => {
  const made = await teaShop({ reply })
  app = made.app
  return made
}

describe('A phone on a programmable service', () => {
  it('writes the pushes of reference 2.5, without a sequence', async () => {
    const { bodies } = await shop()
    const caller = phone(app, { kind: 'programmable' })
    await caller.dial('*713#').reply('2')

    const common = { ServiceCode: '713', Operator: 'network', Mobile: '+233000000000', SessionId: caller.sessionId }
    expect(bodies).toEqual([
      { ...common, Type: 'initiation', Message: '*713#', ClientState: '' },
      { ...common, Type: 'response', Message: '2', ClientState: 'how many' },
    ])
  })

  it('is a rich channel with an opaque identifier, that dials nothing', async () => {
    const { bodies } = await shop()
    await phone(app, {
      kind: 'programmable',
      operator: 'webstore',
      mobile: 'client-5f2e9c',
      serviceCode: 'a1b2c3',
      names: 'camel',
    })
      .dial()
      .hangUp()

    expect(bodies).toMatchObject([
      { type: 'initiation', message: '', operator: 'webstore', mobile: 'client-5f2e9c', serviceCode: 'a1b2c3' },
      { type: 'release', message: '' },
    ])
  })

  it('has no service code when nothing says which', async () => {
    const { bodies } = await shop()
    await phone(app, { kind: 'programmable' }).dial().timeout()

    expect(bodies).toMatchObject([{ ServiceCode: '' }, { Type: 'Timeout', ServiceCode: '' }])
  })

  it('reads what goes to the checkout, and can say that the user went there', async () => {
    const { bodies } = await shop()
    const caller = phone(app, { kind: 'programmable' })
    const screen = await caller.dial('*713#').reply('2')

    expect(screen).toMatchObject({ type: 'addToCart', item: [{ name: 'Tea', quantity: 2, price: 5 }] })
    expect(screen).not.toHaveProperty('payment')
    await expect(caller.reply('1')).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })

    await phone(app, { kind: 'programmable' }).push('AddToCart').expectScreen('Thank you')
    expect(bodies.at(-1)).toMatchObject({ Type: 'AddToCart', Message: '' })
  })

  it.each<ReplyOptions>([
    { names: 'camel', typeWords: 'lower' },
    { envelope: true },
    { envelope: { status: 'ok', message: 'done' }, names: 'camel' },
    { itemNames: 'pascal', items: 'array', mask: 'boolean' },
  ])('reads replies written with %j', async (reply) => {
    await shop(reply)
    const screen = await phone(app, { kind: 'programmable' })
      .dial('*713#')
      .expectScreen(({ clientState }) => clientState === 'how many')
      .reply('3')

    expect(screen).toMatchObject({ text: 'To the checkout', item: [{ name: 'Tea', quantity: 3, price: 5 }] })
  })
})
