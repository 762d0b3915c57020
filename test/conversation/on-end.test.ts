import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, { type SessionEnd, type UssdEvent } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'

describe('onLeave of a conversation', () => {
  it('hears who left, and not what the conversation has recorded', async () => {
    const heard: { event: UssdEvent; end: SessionEnd }[] = []
    const handler = conversation(async (talk) => talk.end(await talk.choose('Which?', ['Tea', 'Rice'])))
    const app = Fastify()
    await app.register(merchantWebhooks, {
      verify: 'none',
      ussd: { handler, onLeave: (event, end) => void heard.push({ event, end }) },
    })
    const caller = phone(app)
    await caller.dial('*713#').hangUp()
    expect(heard.map(({ event, end }) => [event.sessionId, event.type, end.state])).toEqual([
      [caller.sessionId, 'release', undefined],
    ])
    await app.close()
  })

  it('need not be there', async () => {
    const app = Fastify()
    await app.register(merchantWebhooks, { verify: 'none', ussd: conversation((talk) => talk.end('Hello')) })
    await phone(app).dial('*713#').expectScreen('Hello')
    await app.close()
  })
})
