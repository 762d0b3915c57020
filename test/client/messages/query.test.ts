import { describe, expect, it } from 'vitest'
import { readMessage } from '../../../src/client/index.ts'
import { failureOf, startWorld } from './service.ts'

const found = [
  { MessageId: 'a', Direction: 'out' },
  { MessageId: 'b', Direction: 'in' },
]

describe('a query', () => {
  it('asks for messages by index and limit', async () => {
    const { client, calls } = await startWorld({ body: found })
    await client.messages.query({ index: 0, limit: 50 })
    expect(calls[0]).toMatchObject({ method: 'GET', url: '/v1/messages?index=0&limit=50' })
    expect(calls[0]?.headers).toMatchObject({
      accept: 'application/json',
      authorization: expect.stringMatching(/^Basic /),
    })
  })

  it('sends nothing of which nothing is said', async () => {
    const { client, calls } = await startWorld({ body: found })
    await client.messages.query()
    await client.messages.query({ limit: 1 })
    expect(calls.map(({ url }) => url)).toEqual(['/v1/messages', '/v1/messages?limit=1'])
  })

  it('gives the answer as it came, and its messages can be read', async () => {
    const { client } = await startWorld({ body: found })
    const page = await client.messages.query()
    expect(page).toEqual(found)
    const messages = Array.isArray(page) ? page.map((item) => readMessage(item)) : []
    expect(messages).toMatchObject([
      { messageId: 'a', direction: 'out' },
      { messageId: 'b', direction: 'in' },
    ])
  })

  it('is tried again when the service fails, since it changes nothing', async () => {
    const { client, calls } = await startWorld([{ status: 503 }, { body: found }])
    expect(await client.messages.query()).toEqual(found)
    expect(calls).toHaveLength(2)
  })

  it.each([
    ['index', -1],
    ['index', '0'],
    ['limit', 1.5],
    ['limit', null],
    ['offset', 0],
  ])('may not have %s %j', async (field, value) => {
    const { client, calls } = await startWorld({ body: found })
    const error = await failureOf(Reflect.apply(client.messages.query, client.messages, [{ [field]: value }]))
    expect(error).toMatchObject({ code: 'FMW_CLIENT_FIELD', field })
    expect(calls).toEqual([])
  })
})
