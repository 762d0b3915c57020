import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import merchantWebhooks, { secretHeader, secretPath } from '../../src/index.ts'
import { phone } from '../../src/testing/phone/phone.ts'

let app: FastifyInstance
afterEach(() => app.close())

const listen = async (verify: ReturnType<typeof secretPath>): Promise<string> => {
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify,
    ussd: (push, turn) =>
      push.type === 'initiation' ? turn.prompt('Your name?') : turn.end(`Good evening, ${push.message}`),
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

describe('A phone at a real address', () => {
  it('plays a whole session over a socket', async () => {
    await listen(secretPath('a-good-secret'))
    const address = String(app.merchant.urls[0]?.url)

    const caller = phone(address)
    await caller.dial('*713#').expectScreen('Your name?').reply('Ama').expectScreen('Good evening, Ama')

    expect(caller.lastScreen).toMatchObject({ type: 'release', status: 200 })
  })

  it('names the host that does not answer, without the secret of its address', async () => {
    const address = await listen(secretPath('a-good-secret'))
    const url = String(app.merchant.urls[0]?.url)
    await app.close()

    const error = await phone(url).dial('*713#').run().catch(String)
    expect(error).toContain(`${new URL(address).host} did not answer (`)
    expect(error).toContain('ECONNREFUSED')
    expect(error).not.toContain('a-good-secret')
  })

  it('names the host whose answer breaks off', async () => {
    app = Fastify()
    app.post('/ussd', (_request, reply) => {
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      reply.raw.write('{"Type":"Res', () => reply.raw.destroy())
    })
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    await expect(phone(`${base}/ussd`).dial('*713#')).rejects.toMatchObject({
      code: 'FMW_TESTING_UNREACHABLE',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer \(its answer broke off: /),
    })
  })

  it('brings the headers of its options to every push', async () => {
    const base = await listen(secretHeader('x-push-secret', 'a-good-secret'))

    const headers = { 'x-push-secret': 'a-good-secret' }
    await phone(base, { url: '/ussd', headers }).dial('*713#').reply('Ama').expectScreen('Good evening, Ama')
    await expect(phone(base, { url: '/ussd' }).dial('*713#')).rejects.toMatchObject({
      code: 'FMW_PHONE_REPLY',
      message: expect.stringContaining('its status is 401'),
    })
  })
})
