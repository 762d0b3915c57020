import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { phone } from '../../src/testing/phone/phone.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** An application that somebody wrote by hand: it answers what a test says, in turn. */
const answering = async (...answers: readonly object[]) => {
  const bodies: unknown[] = []
  app = Fastify()
  app.post('/ussd', async ({ body }) => {
    bodies.push(body)
    return answers[bodies.length - 1]
  })
  return { bodies, address: `${await app.listen({ host: '127.0.0.1', port: 0 })}/ussd` }
}

describe('A phone at an application without the plugin', () => {
  it('discards ClientState once it was sent, although no reply to that could be read', async () => {
    const { bodies, address } = await answering(
      { type: 'response', message: 'And?', clientState: 'step 1' },
      { oops: true },
      { type: 'response', message: 'And now?' },
    )
    const caller = phone(address)
    await expect(caller.dial('*713#').reply('1')).rejects.toMatchObject({ code: 'FMW_PHONE_REPLY' })
    expect(caller.transcript()).toBe('dial *713#\n  And?\nreply 1\n  (no screen)')
    expect(caller.lastScreen?.text).toBe('And?')

    await caller.reply('1').expectScreen('And now?')

    expect(bodies).toMatchObject([
      { Sequence: 1, ClientState: null },
      { Sequence: 2, ClientState: 'step 1' },
      { Sequence: 3, ClientState: null },
    ])
  })

  it.each(['hangUp', 'timeout'] as const)('has left after %s, whatever the application answers', async (leave) => {
    const goOn = { type: 'response', message: 'And?' }
    const { address } = await answering(goOn, goOn, goOn)
    const caller = phone(address)
    await caller.dial('*713#')
    await caller[leave]()

    await expect(caller.reply('1')).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })
    await expect(phone(address).push('release').reply('1')).rejects.toMatchObject({ code: 'FMW_PHONE_SESSION' })
  })
})
