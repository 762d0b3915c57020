import { describe, expect, it } from 'vitest'
import { startWorld } from './service.ts'

const id = '0123456789abcdef0123456789abcdef'
const body = {
  MessageId: id,
  From: 'Shop',
  To: '+233000000000',
  Time: '2026-03-01 09:30:00',
  UpdateTime: '2026-03-01 09:30:07',
  NetworkId: '62001',
  Units: 1,
  Rate: 1,
  Status: 'Delivered',
  Content: 'Ready',
}

describe('a message that is looked at', () => {
  it('is asked for by its identifier, with Basic credentials', async () => {
    const { client, calls } = await startWorld({ body })
    await client.messages.get(id)
    expect(calls[0]).toMatchObject({ method: 'GET', url: `/v1/messages/${id}`, body: undefined })
    expect(calls[0]?.headers.authorization).toMatch(/^Basic /)
  })

  it('has its times as dates in GMT, and its status in the spelling of the reference', async () => {
    const { client } = await startWorld({ body: { ...body, Status: 'bufferedlocally' } })
    expect(await client.messages.get(id)).toEqual({
      messageId: id,
      type: null,
      from: 'Shop',
      to: '+233000000000',
      content: 'Ready',
      udh: null,
      direction: null,
      time: new Date('2026-03-01T09:30:00Z'),
      updateTime: new Date('2026-03-01T09:30:07Z'),
      networkId: '62001',
      clientReference: null,
      registeredDelivery: null,
      units: 1,
      rate: 1,
      status: 'Buffered Locally',
      flashMessage: null,
      raw: { ...body, Status: 'bufferedlocally' },
    })
  })

  it('may have a number for its status, which is no code of the call', async () => {
    const { client } = await startWorld({ body: { ...body, Status: 3 } })
    expect(await client.messages.get(id)).toMatchObject({ status: '3' })
  })

  it('is asked for again when the service fails, since that changes nothing', async () => {
    const { client, calls } = await startWorld([{ status: 500 }, { status: 502, body: { Status: 502 } }, { body }])
    expect(await client.messages.get(id)).toMatchObject({ status: 'Delivered' })
    expect(calls).toHaveLength(3)
  })

  it('may not be there', async () => {
    const { client, calls } = await startWorld({ status: 404, body: { Message: 'No such message' } })
    await expect(client.messages.get(id)).rejects.toMatchObject({
      code: 'FMW_CALL_REFUSED',
      serviceCode: '404',
      meaning: 'The message was not found',
      detail: 'No such message',
      canRetry: false,
      isUncertain: false,
    })
    expect(calls).toHaveLength(1)
  })

  it.each([[{ body: {} }], [{ body: [body] }], [{}], [{ body: '<html>' }]])(
    'is not made of an answer without one: %j',
    async (answer) => {
      const { client } = await startWorld(answer)
      await expect(client.messages.get(id)).rejects.toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: false })
    },
  )

  it('cannot be asked for without an identifier, nor with one that leads elsewhere', async () => {
    const { client, calls } = await startWorld({ body })
    for (const bad of ['', ' ', '.', '..', 'x'.repeat(257)]) {
      await expect(client.messages.get(bad)).rejects.toMatchObject({ code: 'FMW_CLIENT_FIELD', field: 'messageId' })
    }
    await client.messages.get('../a b?c#d')
    expect(calls.map(({ url }) => url)).toEqual(['/v1/messages/..%2Fa%20b%3Fc%23d'])
  })
})
