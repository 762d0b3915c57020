import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import merchantWebhooks, { type MerchantWebhooksOptions } from '../../src/index.ts'
import { failing } from '../turns/kept/sockets/stores.ts'
import { post, replyOf } from '../turns/sockets/post.ts'
import { serve } from '../turns/sockets/serve.ts'

describe('whenStoreFails', () => {
  it("that is neither 'release' nor 'run' is refused at boot, wherever it stands", async () => {
    // As untyped code may write it.
    const wrong: MerchantWebhooksOptions = JSON.parse('{"verify":"none","whenStoreFails":"wait"}')
    const app = Fastify()
    await expect(app.register(merchantWebhooks, { ...wrong, ussd: (_push, turn) => turn.end('Bye') })).rejects.toThrow(
      'ussd.whenStoreFails',
    )
  })

  it('inside one kind holds for it alone', async () => {
    const { store, faults } = failing()
    const { port, app } = await serve({
      store,
      budget: 400,
      ussd: { handler: (_push, turn) => turn.end(`New: ${turn.isNew}`), whenStoreFails: 'run' },
    })
    faults.fail('refuses')
    const answer = await post(port, { Sequence: 2 })
    faults.recover()

    expect(replyOf(answer)).toEqual({ Type: 'Release', Message: 'New: true' })
    expect(app.merchant.counts.ussd).toEqual({ handler: 1, unkept: 1 })
  })
})

describe('What could not be kept of a turn', () => {
  it('is said in the log when it is given up', async () => {
    const lines: string[] = []
    const { store, faults } = failing()
    const { port } = await serve(
      { store, budget: 100, maxWork: 100, sessions: { expiry: 100 }, ussd: (_push, turn) => turn.end('Bye') },
      { logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } } },
    )
    faults.fail('refuses', 'close')
    const answer = await post(port, { Type: 'Initiation', Sequence: 1 })
    await expect
      .poll(() => lines.map((line) => JSON.parse(line).msg))
      .toEqual([
        'an answer went out before the store had confirmed it: another process may not know it',
        'the store could not keep what followed from a turn',
      ])

    expect(replyOf(answer).Message).toBe('Bye')
  })
})
