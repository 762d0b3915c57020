import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { conversation, type Option } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'

let app: FastifyInstance | undefined
afterEach(() => app?.close())

describe('an option on a rich channel', () => {
  it('that is free is shown without an amount', async () => {
    const { Data } = await second([
      { label: 'No bag', value: 'none', amount: 0 },
      { label: 'Bag', value: 'bag', amount: 1.5 },
    ])
    expect(Data.slice(0, 2)).toEqual([
      { Display: 'No bag', Value: 'none' },
      { Display: 'Bag', Value: 'bag', Amount: 1.5 },
    ])
  })

  it('whose value is the key of a way keeps it, and the way has a star', async () => {
    const options = [
      { label: 'None', value: 0 },
      { label: 'One', value: 1 },
    ]
    expect((await second(options)).Data).toEqual([
      { Display: 'None', Value: '0' },
      { Display: 'One', Value: '1' },
      { Display: 'Back', Value: '*0' },
    ])
    expect(await answer('0', 3)).toMatchObject({ Type: 'Release', Message: 'None' })
  })

  it('leaves the way as it is where no value is its key', async () => {
    expect((await second(['None', 'One'])).Data.at(-1)).toEqual({ Display: 'Back', Value: '0' })
    expect((await answer('0', 3)).Message).toBe('Ready?')
  })
})

/** The second question of a conversation: the way back leads from it. */
async function second(options: readonly Option[]): Promise<ReturnType<typeof answer>> {
  const script = conversation(async (talk) => {
    await talk.show('Ready?')
    const chosen: Option = await talk.choose('Which?', options)
    return talk.end(typeof chosen === 'string' ? chosen : chosen.label)
  })
  app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), programmable: script })
  await answer('', 1)
  return answer('1', 2)
}

async function answer(Message: string, Sequence: number) {
  const payload = {
    SessionId: 's',
    Type: Sequence === 1 ? 'initiation' : 'response',
    Message,
    Operator: 'webstore',
    Sequence,
  }
  const response = await app?.inject({ method: 'POST', url: '/programmable', payload })
  return response?.json()
}
