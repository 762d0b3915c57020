import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, type Script, whole } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { hold } from './hold.ts'

const buy: Script = async (talk) => {
  const meal = await talk.choose('Shop', ['Rice', 'Oil'])
  const quantity = await talk.ask('How many?', whole({ min: 1, max: 20 }), { id: 'quantity' })
  return talk.end(`${quantity} x ${meal}`)
}

const first = 'Shop\n1. Rice\n2. Oil'

describe('the extension of a code', () => {
  it.each(['*713*45#', '*713*1#', '*713*45*6#'])('%s is no answer where dialCode has it', async (code) => {
    const held = await hold(buy, {}, { dialCode: ['*713#', code] })
    await held
      .phone()
      .dial(code)
      .expectScreen(first)
      .reply('2')
      .redial()
      .expectScreen(/^You did not finish/)
    const answered = `${code.slice(0, -1)}*2*3#`
    await held.phone().dial(answered).expectScreen('3 x Oil')
    await held
      .phone()
      .dial(`${code.slice(0, -1)}*7#`)
      .expectScreen(/^Reply with a number/)
    expect(held.lines.saying('dialCode')).toEqual([])
  })

  it.each(['713', '714*5', '*714*22', '*714*100#', '*713*45#', ''])(
    'is read so whatever ServiceCode says, also %j',
    async (serviceCode) => {
      const held = await hold(buy, {}, { dialCode: '*713*45#' })
      await phone(held.app, { serviceCode }).dial('*713*45#').expectScreen(first)
      await phone(held.app, { serviceCode }).dial('*713*45*1*4#').expectScreen('4 x Rice')
    },
  )

  it('is dropped in silence without the setting: the first question is asked as if nothing came, with all its tries', async () => {
    const held = await hold(buy, { tries: 2 })
    await held
      .phone()
      .dial('*713*45*1#')
      .expectScreen(first)
      .reply('9')
      .expectScreen(/^Reply with a number/)
      .reply('2')
      .expectScreen(/^How many/)
    await held.phone().dial('*713*45#').expectScreen(first)
    expect(held.lines.saying('set dialCode').map(({ level }) => level)).toEqual([40])
    expect(held.lines.saying('set dialCode')[0]?.msg).not.toContain('*1#')
  })

  it('is no answer without the setting either, where dialThrough is false: the number of an option is none', async () => {
    const held = await hold(buy, { dialThrough: false })
    await held
      .phone()
      .dial('*713*1#')
      .expectScreen(first)
      .reply('2')
      .redial()
      .expectScreen(/^You did not finish/)
    expect(held.lines.saying('set dialCode')).toEqual([])
  })

  it('is not taken for one once a question was answered by what was dialled', async () => {
    const held = await hold(async (talk) => {
      await talk.load('prices', () => 1)
      await talk.once('visit', () => 1)
      return buy(talk)
    })
    await held
      .phone()
      .dial('*713*1*99#')
      .expectScreen(/^Please enter 20 or less/)
    expect(held.lines.saying('set dialCode')).toEqual([])
    await held.phone().dial('*713*77#').expectScreen(/^Shop/)
    expect(held.lines.saying('set dialCode')).toHaveLength(1)
  })

  it('may be set for one kind, over that of the registration', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const held = conversation(buy)
    await app.register(merchantWebhooks, {
      verify: 'none',
      dialCode: '*713*45#',
      ussd: { handler: held, dialCode: ['*713*2#'] },
      programmable: held,
    })
    await phone(app)
      .dial('*713*2*1#')
      .expectScreen(/^How many/)
    await phone(app, { channel: 'ussd', kind: 'programmable', mobile: '+233000000001' })
      .dial('*713*45*1#')
      .expectScreen(/^How many/)
  })

  it('of 64 KB is read in its time, and ends nothing', async () => {
    const held = await hold(buy, {}, { dialCode: ['*713#', '*713*45#'] })
    for (const part of ['*', '*1', '*45', '#', '1']) {
      await phone(held.app, { serviceCode: '713' })
        .dial(`*713${part.repeat(60_000 / part.length)}#`)
        .expectScreen(/Shop|How many|Rice/)
    }
  })

  it.each([['7 1'], ['*713#', ''], '*713*#', 'shop', ''])('cannot be %j', async (dialCode) => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const register = app.register(merchantWebhooks, { verify: 'none', ussd: conversation(buy), dialCode })
    await expect(Promise.resolve(register)).rejects.toThrow(/ussd\.dialCode must be what is dialled/)
  })

  it('cannot be an empty list', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    const register = app.register(merchantWebhooks, { verify: 'none', ussd: conversation(buy), dialCode: [] })
    await expect(Promise.resolve(register)).rejects.toThrow(/ussd\.dialCode must be what is dialled/)
  })
})
