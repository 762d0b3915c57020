import { describe, expect, it } from 'vitest'
import { message, startWorld } from './service.ts'

describe('a message that is sent', () => {
  it('goes out by POST, with Basic credentials, in the names of the reference and nothing else', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send(message)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ method: 'POST', url: '/v1/messages' })
    expect(calls[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('id-of-ours:key-of-ours').toString('base64')}`,
      'content-type': 'application/json',
      accept: 'application/json',
    })
    expect(calls[0]?.body).toEqual({ From: 'Shop', To: '+233000000000', Content: 'Your code is 4821' })
  })

  it('takes every field that the reference lets one set', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send({
      ...message,
      type: 'unicode',
      udh: '050003cc0201',
      time: new Date('2030-01-31T08:30:59.999Z'),
      clientReference: 'order-17',
      registeredDelivery: true,
      flashMessage: false,
    })
    expect(calls[0]?.body).toEqual({
      Type: 2,
      From: 'Shop',
      To: '+233000000000',
      Content: 'Your code is 4821',
      Udh: '050003cc0201',
      Time: '2030-01-31 08:30:59',
      ClientReference: 'order-17',
      RegisteredDelivery: true,
      FlashMessage: false,
    })
  })

  it('may be binary: bytes go out as hexadecimal, and such text as it is', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send({
      ...message,
      type: 'binary',
      content: new Uint8Array([0, 10, 255]),
      udh: Buffer.of(2, 112, 0),
    })
    await client.messages.send({ ...message, type: 'binary', content: '00FF', udh: '0370010A' })
    expect(calls.map(({ body }) => body)).toEqual([
      { Type: 1, From: 'Shop', To: '+233000000000', Content: '000aff', Udh: '027000' },
      { Type: 1, From: 'Shop', To: '+233000000000', Content: '00FF', Udh: '0370010A' },
    ])
  })

  it('says that it is text where that is written', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send({ ...message, type: 'text' })
    expect(calls[0]?.body).toMatchObject({ Type: 0 })
  })

  it('gives back what the service says of it, and where it is found', async () => {
    const { client } = await startWorld()
    const sent = await client.messages.send(message)
    expect(sent).toMatchObject({ status: 0, rate: 1, networkId: '62001', clientReference: null })
    expect(sent.messageId).toMatch(/^[0-9a-f]{32}$/)
    expect(sent.location).toBe(`/v1/messages/${sent.messageId}`)
    expect(sent.raw).toEqual({ Status: 0, MessageId: sent.messageId, Rate: 1, NetworkId: '62001' })
  })

  it('goes where the settings say', async () => {
    const { client, calls } = await startWorld(undefined, { paths: { sendMessage: '/sms' } })
    await client.messages.send(message)
    const other = await startWorld(undefined, { version: '/v2' })
    await other.client.messages.send(message)
    expect([calls[0]?.url, other.calls[0]?.url]).toEqual(['/sms', '/v2/messages'])
  })
})

describe('the answer to a sent message', () => {
  it.each([
    [{ status: '0', messageid: '01234567-89ab-cdef-0123-456789abcdef', RATE: '0.025', networkId: 62001 }, 0.025],
    [{ Status: 0, MessageId: ' 0123456789abcdef0123456789abcdef ', Rate: 'free', NetworkId: '62001' }, null],
    [{ Status: 201, MessageId: '0123456789abcdef0123456789abcdef', NetworkId: '62001', Rate: null }, null],
  ])('is read in any casing, %j', async (body, rate) => {
    const { client } = await startWorld({ status: 200, body })
    expect(await client.messages.send(message)).toMatchObject({
      messageId: '0123456789abcdef0123456789abcdef',
      rate,
      networkId: '62001',
      location: null,
    })
  })

  it.each([
    '/v1/messages/0123456789abcdef0123456789abcdef',
    'https://api.example/m/01234567-89AB-cdef-0123-456789abcdef/?a=b',
  ])('may name the message in its Location alone: %s', async (location) => {
    const { client } = await startWorld({ status: 201, headers: { location } })
    const { messageId, status, location: found } = await client.messages.send(message)
    expect([messageId, status, found]).toEqual(['0123456789abcdef0123456789abcdef', null, location])
  })

  it.each([
    ['/v1/messages/abc', 'abc'],
    ['/abc', 'abc'],
    ['/v1/messages/0000000000000000000000017', '0000000000000000000000017'],
    ['https://api.example/m/AB_c.1-2~3/?a=b#c', 'AB_c.1-2~3'],
  ])('may name it there in any form: %s', async (location, id) => {
    const { client } = await startWorld({ status: 201, headers: { location } })
    expect(await client.messages.send(message)).toMatchObject({ messageId: id, location })
  })

  it.each([
    ...[
      '/v1/messages/',
      'https://api.example/v1/messages',
      'https://api.example',
      'https://api.example/',
      '//api.example',
    ],
    ...['/v1/messages/a%20b', '/v1/messages/a b', '/v1/messages/..', '/v1/messages/-', `/m/${'x'.repeat(257)}`],
  ])('names none in a Location without a plain identifier: %s', async (location) => {
    const { client } = await startWorld({ status: 201, headers: { location } })
    await expect(client.messages.send(message)).rejects.toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true })
  })

  it.each([
    [{ status: 201 }],
    [{ status: 201, headers: { location: '/v1/messages' }, body: { Status: 0 } }],
    [{ status: 200, body: ['0123456789abcdef0123456789abcdef'] }],
    [{ status: 201, body: { Status: 0, MessageId: { id: 1 } } }],
    [{ status: 201, body: { Status: 0, MessageId: 'one', messageId: 'two' } }],
  ])('that names no message, or two, leaves it open whether one was sent: %j', async (answer) => {
    const { client, calls } = await startWorld(answer)
    await expect(client.messages.send(message)).rejects.toMatchObject({
      code: 'FMW_CALL_ANSWER',
      isUncertain: true,
      canRetry: false,
    })
    expect(calls).toHaveLength(1)
  })
})
