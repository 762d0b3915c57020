import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Channel, conversation, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { onEveryChannel, type Phone } from '../../src/testing/index.ts'
import { hold } from './hold.ts'

const afterDial = (transcript: string) => transcript.slice(transcript.indexOf('\n'))

describe('One script is drawn as each channel wants it', () => {
  let app: FastifyInstance
  let orders: string[]

  beforeEach(async () => {
    orders = []
    const create = (key: string, item: string, quantity: number) => {
      orders.push(`${quantity} ${item}`)
      return { key, id: `order-${orders.length}` }
    }
    const shop = conversation(async (talk) => {
      const item = await talk.choose("Ama's shop", [
        { label: 'Rice 5 kg', value: 'rice', amount: 60 },
        { label: 'Oil 1 l', value: 'oil', amount: 25 },
      ])
      const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }))
      if (!(await talk.confirm(`Pay ${item.amount * quantity}?`))) return talk.end('Cancelled')
      const order = await talk.once('order', (key) => create(key, item.value, quantity))
      return talk.pay('Approve the prompt', { name: item.label, quantity, price: item.amount, reference: order.id })
    })
    app = Fastify()
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: memoryStore(),
      ussd: shop,
      programmable: shop,
      payment: () => undefined,
    })
  })
  afterEach(() => app.close())

  it('where somebody buys', async () => {
    const transcripts = await onEveryChannel(app, (phone) =>
      phone.dial('*713#').choose('Rice 5 kg').reply('2').choose('Yes').expectScreen('Approve the prompt'),
    )

    expect(orders).toEqual(['2 rice', '2 rice', '2 rice', '2 rice'])
    expect(transcripts.ussd).toMatchInlineSnapshot(`
      "dial *713#
        Ama's shop
        1. Rice 5 kg
        2. Oil 1 l
      choose Rice 5 kg (1)
        How many?
        0 Back
      reply 2
        Pay 120?
        1. Yes
        2. No
        0 Back 00 Menu
      choose Yes (1)
        Approve the prompt
        (the session ends and asks to pay 120 for 2 x Rice 5 kg, order-1)"
    `)
    expect(transcripts.webstore).toMatchInlineSnapshot(`
      "dial (webstore)
        # Ama's shop
        Ama's shop
        - Rice 5 kg (rice, 60)
        - Oil 1 l (oil, 25)
        (menu)
      choose Rice 5 kg (rice)
        # How many?
        How many?
        (input, number)
      reply 2
        # Pay 120?
        Pay 120?
        - Yes (yes)
        - No (no)
        (confirm)
      choose Yes (yes)
        # Approve the prompt
        Approve the prompt
        (the session ends in the checkout of 2 x Rice 5 kg at 60)"
    `)
    expect(transcripts.pos).toMatchInlineSnapshot(`
      "dial (pos)
        # Ama's shop
        Ama's shop
        - Rice 5 kg (rice, 60)
        - Oil 1 l (oil, 25)
        (menu)
      choose Rice 5 kg (rice)
        # How many?
        How many?
        (input, number)
      reply 2
        # Pay 120?
        Pay 120?
        - Yes (yes)
        - No (no)
        (confirm)
      choose Yes (yes)
        # Approve the prompt
        Approve the prompt
        (the session ends in the checkout of 2 x Rice 5 kg at 60)"
    `)
    expect(afterDial(transcripts.app)).toBe(afterDial(transcripts.webstore))
  })

  it('where somebody enters what is no number, and changes their mind', async () => {
    const transcripts = await onEveryChannel(app, (phone) =>
      phone.dial('*713#').choose('Oil 1 l').reply('some').reply('3').choose('No').expectScreen('Cancelled'),
    )

    expect(orders).toEqual([])
    expect(transcripts.ussd).toMatchInlineSnapshot(`
      "dial *713#
        Ama's shop
        1. Rice 5 kg
        2. Oil 1 l
      choose Oil 1 l (2)
        How many?
        0 Back
      reply some
        Numbers only, such as 20.
        How many?
        0 Back
      reply 3
        Pay 75?
        1. Yes
        2. No
        0 Back 00 Menu
      choose No (2)
        Cancelled
        (the session ends)"
    `)
    expect(transcripts.webstore).toMatchInlineSnapshot(`
      "dial (webstore)
        # Ama's shop
        Ama's shop
        - Rice 5 kg (rice, 60)
        - Oil 1 l (oil, 25)
        (menu)
      choose Oil 1 l (oil)
        # How many?
        How many?
        (input, number)
      reply some
        # How many?
        Numbers only, such as 20.
        How many?
        (input, number)
      reply 3
        # Pay 75?
        Pay 75?
        - Yes (yes)
        - No (no)
        (confirm)
      choose No (no)
        # Cancelled
        Cancelled
        (the session ends)"
    `)
    expect(afterDial(transcripts.pos)).toBe(afterDial(transcripts.webstore))
    expect(afterDial(transcripts.app)).toBe(afterDial(transcripts.webstore))
  })

  it('where USSD comes from a programmable service too', async () => {
    const steps = (phone: Phone) => phone.dial('*713#').choose('Oil 1 l').reply('1').choose('Yes')
    const own = await onEveryChannel(app, steps)
    const shared = await onEveryChannel(app, steps, { ussd: 'programmable' })

    expect(shared.ussd).toContain('\n  Approve the prompt\n  (the session ends in the checkout of 1 x Oil 1 l at 25)')
    const beforeEnd = (transcript: string) => transcript.slice(0, transcript.lastIndexOf('\n'))
    expect(beforeEnd(shared.ussd)).toBe(beforeEnd(own.ussd))
  })

  it.each([
    ['a promise that rejects', () => Promise.reject(new Error('no such table'))],
    ['a word that is none', () => 'sms'],
  ])('and a function of the application that gives %s for it fails the turn, and ends nothing', async (...row) => {
    const [, channel] = row
    const held = await hold((talk) => talk.end('Hello'), { channel: Object(channel) })
    await held.phone().dial('*713#').expectScreen('Sorry, something went wrong. Try later.')
    await setImmediate()
    expect(held.lines.text()).toContain('The option channel of a conversation must give ussd, webstore, pos or app')
  })

  it('and the script is told which it is', async () => {
    const told: Channel[] = []
    const greeting = Fastify()
    const greet = conversation((talk) => {
      told.push(talk.channel)
      return talk.end('Hello')
    })
    await greeting.register(merchantWebhooks, { verify: 'none', ussd: greet, programmable: greet })

    const given: Channel[] = []
    await onEveryChannel(greeting, async (phone, channel) => {
      given.push(channel)
      await phone.dial('*713#')
    })
    await greeting.close()

    expect(told).toEqual(['ussd', 'webstore', 'pos', 'app'])
    expect(given).toEqual(told)
  })
})
