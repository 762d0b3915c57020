import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'

it('A line of a script that an async logger rejects is told once, and the screen goes out', async () => {
  const lines: unknown[] = []
  const quiet = async (): Promise<void> => undefined
  const log = {
    level: 'info',
    child: () => log,
    fatal: quiet,
    warn: quiet,
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: quiet,
    // Its collector is away. One that was told of its own failures for ever would hold the process.
    error: async (_details: object, line: string) => {
      lines.push(line)
      if (lines.length < 100) throw new Error('the collector is away')
    },
  } as unknown as FastifyBaseLogger
  const app = Fastify({ loggerInstance: log, disableRequestLogging: true })
  await app.register(merchantWebhooks, {
    verify: 'none',
    secret: 'a secret of this test',
    store: memoryStore(),
    ussd: conversation(async (talk) => {
      await talk.ask('Your name?', text())
      talk.log.error({}, 'a line of the script')
      return talk.end('Bye')
    }),
  })
  const push = async (Type: string, Message: string, Sequence: number) => {
    const own = { Mobile: '+233000000000', SessionId: 's-1', ServiceCode: '713', Operator: 'operator' }
    return (await app.inject({ method: 'POST', url: '/ussd', payload: { ...own, Type, Message, Sequence } })).json()
  }
  await push('Initiation', '*713#', 1)
  expect(await push('Response', 'Ama', 2)).toMatchObject({ Message: 'Bye' })
  await app.close()
  expect(lines).toEqual([
    'a line of the script',
    expect.stringContaining('a promise of a script failed while nothing awaited it'),
  ])
})
