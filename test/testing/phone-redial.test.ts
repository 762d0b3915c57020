import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { conversation, whole } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'
import { teaShop } from './tea-shop.ts'

let app: FastifyInstance
afterEach(() => app.close())

describe('redial', () => {
  it('dials what was dialled last, in a new session, and says nothing to the old one', async () => {
    const { app: shop, bodies } = await teaShop()
    app = shop
    const caller = phone(app)
    await caller.dial('*714#').dial('*713*5#').reply('3')
    const left = caller.sessionId
    await caller.redial().expectScreen(/^Welcome/)

    expect(caller.sessionId).not.toBe(left)
    expect(bodies).toHaveLength(4)
    expect(bodies.at(-1)).toMatchObject({
      Type: 'Initiation',
      Message: '*713*5#',
      ServiceCode: '713',
      Sequence: 1,
      SessionId: caller.sessionId,
      ClientState: null,
    })
    expect(caller.transcript()).toMatch(/\nredial \*713\*5#\n {2}Welcome\n/)
  })

  it('works after the session has ended', async () => {
    app = (await teaShop()).app
    await phone(app).dial('*713#').reply('2').redial().reply('1').expectScreen('Approve the prompt')
  })

  it('goes on where a conversation was left', async () => {
    const script = conversation(async (talk) => {
      const meal = await talk.choose('Meal', ['Rice', 'Beans'])
      const count = await talk.ask('How many?', whole({ min: 1 }))
      return talk.end(`${count} ${meal}`)
    })
    app = Fastify()
    await app.register(merchantWebhooks, { verify: 'none', ussd: script })

    await phone(app)
      .dial('*713#')
      .choose('Beans')
      .timeout()
      .redial()
      .choose('Continue')
      .expectScreen(/^How many/)
      .redial()
      .choose('Continue')
      .reply('2')
      .expectScreen('2 Beans')
  })

  it('fails where nothing was dialled', async () => {
    app = (await teaShop()).app
    await expect(phone(app).redial()).rejects.toMatchObject({
      code: 'FMW_PHONE_SESSION',
      message: 'redial needs an open session, and nothing was dialled: dial() opens one',
    })
  })
})
