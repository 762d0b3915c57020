import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'

it.each([
  ['a secret', true, ['ask:text', 'ask:text']],
  ['no secret', false, ['ask:text Savedzebra', 'ask:text Otherzebra']],
])(
  'A step whose text quotes %s is named in the log by as much as anybody may read',
  async (_what, sensitive, named) => {
    const lines: string[] = []
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
    let word = 'Saved'
    await app.register(merchantWebhooks, {
      verify: 'none',
      secret: 'a secret of this test',
      store: memoryStore(),
      ussd: conversation(async (talk) => {
        const said = await talk.ask('Your word?', text(), { id: 'word', sensitive })
        await talk.ask(`${word}: ${said}`, text())
        return talk.end('Bye')
      }),
    })
    const push = async (Type: string, Message: string, Sequence: number) => {
      const own = { Mobile: '+233000000000', SessionId: 's-1', ServiceCode: '713', Operator: 'operator' }
      await app.inject({ method: 'POST', url: '/ussd', payload: { ...own, Type, Message, Sequence } })
    }
    await push('Initiation', '*713#', 1)
    await push('Response', 'zebra', 2)
    word = 'Other'
    await push('Response', 'yes', 3)
    await app.close()
    const [told = '{}'] = lines.filter((line) => line.includes('took another path'))
    const { expected, found } = JSON.parse(told)
    expect([expected, found]).toEqual(named)
  },
)
