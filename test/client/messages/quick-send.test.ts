import { describe, expect, it } from 'vitest'
import { MerchantClient } from '../../../src/client/index.ts'
import { failureOf, message, secrets, startWorld } from './service.ts'

const body = {
  Status: 0,
  MessageId: '0123456789abcdef0123456789abcdef',
  Rate: 1,
  NetworkId: '62001',
  ClientReference: 'c',
}

describe('quick send', () => {
  it('puts everything into the query, credentials too, and no Authorization', async () => {
    const { client, calls } = await startWorld({ body })
    await client.messages.quickSend({ ...message, content: 'Tea + milk & 50% off', registeredDelivery: true })
    const [call] = calls
    const [path, query = ''] = call?.url.split('?') ?? []
    expect([call?.method, path, call?.body]).toEqual(['GET', '/v1/messages/send', undefined])
    expect(call?.headers.authorization).toBeUndefined()
    // A plus that is not escaped would be a space to many servers.
    expect(query).not.toContain('+')
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      From: 'Shop',
      To: '+233000000000',
      Content: 'Tea + milk & 50% off',
      ClientID: 'quick-id',
      ClientSecret: 'quick-secret',
      RegisteredDelivery: 'true',
    })
  })

  it('leaves out what is not said', async () => {
    const { client, calls } = await startWorld({ body })
    await client.messages.quickSend(message)
    await client.messages.quickSend({ ...message, registeredDelivery: false })
    expect(calls.map(({ url }) => /RegisteredDelivery=(\w+)/.exec(url)?.[1])).toEqual([undefined, 'false'])
  })

  it('gives back what the service says of it', async () => {
    const { client } = await startWorld({ body })
    expect(await client.messages.quickSend(message)).toEqual({
      messageId: '0123456789abcdef0123456789abcdef',
      status: 0,
      rate: 1,
      networkId: '62001',
      clientReference: 'c',
      location: null,
      raw: body,
    })
  })

  it.each([[{ status: 500 }], [{ status: 502 }], [{ status: 429 }]])(
    'is a GET, and not repeated: %j',
    async (answer) => {
      const { client, calls } = await startWorld(answer)
      await expect(client.messages.quickSend(message)).rejects.toMatchObject({ code: 'FMW_CALL_REFUSED' })
      expect(calls).toHaveLength(1)
    },
  )

  it('shows its credentials and what it says in no error and no log line', async () => {
    const { client, calls, lines } = await startWorld([
      { status: 400, body: { Status: 8, Message: `Bad: ${JSON.stringify({ ...secrets, ...message })}` } },
      { status: 401, body: { Message: 'quick-secret of 233000000000 is wrong' } },
    ])
    const errors = [
      await failureOf(client.messages.quickSend(message)),
      await failureOf(client.messages.quickSend(message)),
    ]
    const broken = await startWorld([], {
      fetch: async (url) => {
        throw new TypeError(`Failed to parse URL from ${url}`)
      },
    })
    errors.push(await failureOf(broken.client.messages.quickSend(message)))
    const told = errors.map((error) =>
      error instanceof Error ? JSON.stringify([error.message, error.stack, error, error.cause]) : 'none',
    )
    expect(errors).toMatchObject([
      { code: 'FMW_CALL_REFUSED', serviceCode: '400/8' },
      { code: 'FMW_CALL_UNAUTHORIZED', serviceCode: '401' },
      { code: 'FMW_CALL_UNREACHABLE' },
    ])
    expect([calls.length, lines.length]).toEqual([2, 2])
    for (const text of [...told, ...lines, ...broken.lines]) {
      expect(text).not.toMatch(/quick-id|quick-secret|key-of-ours|4821|ClientSecret=/)
      expect(text).not.toContain('233000000000')
    }
  })

  it('needs credentials of its own, and says which', async () => {
    const client = new MerchantClient({ baseUrl: 'http://127.0.0.1:1', apiId: 'id', apiKey: 'key' })
    await expect(client.messages.quickSend(message)).rejects.toMatchObject({
      code: 'FMW_CLIENT_OPTION',
      message: expect.stringContaining('clientSecret'),
    })
  })
})
