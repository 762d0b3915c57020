import { describe, expect, it } from 'vitest'
import { readMessage } from '../../../src/client/index.ts'
import { answerOf, message, onWire, startShop } from './shop.ts'

const hex = /^[0-9a-f]{32}$/

describe('sending (reference 4.4)', () => {
  it('answers 201 with Status, MessageId, Rate, NetworkId and a Location where the message is', async () => {
    const { post, call } = await startShop()
    const { status, headers, body } = await post(onWire)
    expect([status, headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
    expect(body).toEqual({ Status: 0, MessageId: expect.stringMatching(hex), Rate: 1, NetworkId: '62001' })
    expect(headers.get('location')).toBe(`/v1/messages/${body.MessageId}`)
    expect((await call(headers.get('location') ?? '')).status).toBe(200)
  })

  it('takes names in any casing, forms, numbers without plus, and fields that nobody knows', async () => {
    const { call, post, sim } = await startShop()
    const form = new URLSearchParams({
      from: 'Shop',
      TO: '233000000000',
      content: 'Tea & milk',
      registereddelivery: 'TRUE',
    })
    expect((await call('/v1/messages', { method: 'POST', body: form })).status).toBe(201)
    expect((await post({ ...onWire, To: '00233 00 000 0000', Extra: 1, ClientReference: 'a' })).status).toBe(201)
    await sim.advance(1_000)
    expect(sim.messages.to('233000000000').map(({ text }) => text)).toEqual(['Tea & milk', 'Ready'])
  })

  it('reads percent-encodings however a client writes them, in names, values, forms and paths', async () => {
    const { call, sim } = await startShop()
    const login = 'ClientID=sim-client&ClientSecret=sim-secret'
    const spellings = [
      'From=Shop&To=%2B233000000000&Content=Tea%20%26%20milk',
      'From=%53hop&%54o=%2b233000000000&Content=Tea+%26+milk',
      '%66%72%6f%6d=Shop&to=%2B%32%33%33000000000&Con%74ent=Tea%20%26+milk',
    ]
    for (const query of spellings) expect((await call(`/v1/messages/send?${query}&${login}`)).status).toBe(200)
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    for (const body of spellings) expect((await call('/v1/mess%61ges', { ...form, body })).status).toBe(201)
    await sim.advance(1_000)
    expect(sim.messages.to('+233000000000').map(({ from, text }) => `${from}: ${text}`)).toEqual(
      Array(6).fill('Shop: Tea & milk'),
    )
  })

  it('has the client of this package as its caller', async () => {
    const { client, sim } = await startShop()
    const sent = await client.messages.send({ ...message, clientReference: 'order-1', registeredDelivery: true })
    expect(sent).toMatchObject({ messageId: expect.stringMatching(hex), status: 0, rate: 1, networkId: '62001' })
    const row = await sim.log.next({ kind: 'sendMessage' })
    expect(row.about).toEqual({ messageId: sent.messageId, mobile: '+233000000000', reference: 'order-1' })
  })

  it('is asked for elsewhere where the options say so', async () => {
    const { client, sim } = await startShop({
      version: '/v2',
      paths: { sendMessage: '/sms', scheduleMessage: '/sms/later', getMessage: '/sms/{messageId}' },
    })
    const { messageId, location } = await client.messages.send(message)
    expect(location).toBe(`/sms/${messageId}`)
    await client.messages.schedule({ ...message, time: new Date(sim.now() + 60_000) })
    await client.messages.query()
    const urls = sim.log.rows().map(({ url, kind }) => [kind, new URL(url).pathname])
    expect(urls).toEqual([
      ['sendMessage', '/sms'],
      ['scheduleMessage', '/sms/later'],
      ['queryMessages', '/v2/messages'],
    ])
  })

  it.each([
    [{ paths: { sendSms: '/a' } }, /paths.sendSms is no option/],
    [{ paths: { getMessage: '/a' } }, /paths.getMessage must have {messageId}/],
    [{ paths: { sendMessage: 'a' } }, /paths.sendMessage must be a path/],
    [{ version: 'v1' }, /version must be a path/],
    [{ messages: { rate: '1' } }, /messages.rate must be a number/],
    [{ messages: { limit: -1 } }, /messages.limit must be a number from 0/],
    [{ messages: { index: 'rows' } }, /messages.index is 'rows': there are messages, pages/],
    [{ messages: { speed: 1 } }, /messages.speed is no option/],
  ])('has no other options: %j', async (options, problem) => {
    await expect(startShop(options as object)).rejects.toThrow(problem)
  })
})

describe('quick send (reference 4.3)', () => {
  it('is a GET with everything in its query, and answers with ClientReference too', async () => {
    const { client, sim } = await startShop()
    const sent = await client.messages.quickSend({ ...message, content: 'Tea + milk', registeredDelivery: true })
    expect(sent).toMatchObject({ status: 0, rate: 1, networkId: '62001', clientReference: null, location: null })
    await sim.advance(1_000)
    expect(sim.messages.to(message.to)).toMatchObject([{ text: 'Tea + milk', from: 'Shop', parts: 1 }])
  })

  it('has its own credentials, which those of the others are not', async () => {
    const { sim, call } = await startShop()
    const query = new URLSearchParams({ ...onWire, clientid: 'sim-client', clientsecret: 'sim-secret' })
    const answers = [
      await fetch(`${sim.url}/v1/messages/send?${query}`),
      await call(`/v1/messages/send?${new URLSearchParams({ ...onWire })}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    expect(await answers[1]?.json()).toEqual({ Status: 401, Message: 'Authorization failed' })
  })
})

describe('looking at messages (reference 4.5, 4.6)', () => {
  it('shows one as the reference does, its times in GMT', async () => {
    const { call, post, sim } = await startShop()
    const { body } = await post(onWire)
    await sim.advance(1_000)
    const answer = await call(`/v1/messages/${body.MessageId}`)
    expect(await answer.json()).toEqual({
      MessageId: body.MessageId,
      From: 'Shop',
      To: '+233000000000',
      Time: '2026-03-01 09:30:00',
      UpdateTime: '2026-03-01 09:30:01',
      NetworkId: '62001',
      Units: 1,
      Rate: 1,
      Status: 'Delivered',
      Content: 'Ready',
    })
  })

  it('finds it by a dashed identifier too', async () => {
    const { client } = await startShop()
    const { messageId } = await client.messages.send(message)
    const dashed = messageId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toUpperCase()
    expect((await client.messages.get(dashed)).messageId).toBe(messageId)
  })

  it('queries the newest first, with all of reference 2.9, by index and limit', async () => {
    const { client, sim } = await startShop()
    for (const content of ['one', 'two', 'three']) await client.messages.send({ ...message, content })
    await sim.messages.from('+233000000000', 'STOP')
    const read = async (page: object) => {
      const found = await client.messages.query(page)
      return Array.isArray(found) ? found.map((item) => readMessage(item)) : []
    }
    expect((await read({})).map((found) => [found?.content, found?.direction, found?.status])).toEqual([
      ['STOP', 'in', 'Received'],
      ['three', 'out', 'Submitted'],
      ['two', 'out', 'Submitted'],
      ['one', 'out', 'Submitted'],
    ])
    expect((await read({ index: 1, limit: 2 })).map((found) => found?.content)).toEqual(['three', 'two'])
  })

  it('counts index in pages where the option says so', async () => {
    const { client } = await startShop({ messages: { index: 'pages', limit: 2 } })
    for (const content of ['one', 'two', 'three']) await client.messages.send({ ...message, content })
    expect(await client.messages.query({ index: 1 })).toMatchObject([{ Content: 'one' }])
  })

  it('answers with an object around the messages where the option says so', async () => {
    const { client } = await startShop({ messages: { queryAnswer: 'object' } })
    await client.messages.send(message)
    const { Messages: found } = answerOf(await client.messages.query())
    expect(Array.isArray(found) && found.map((item) => readMessage(item))).toMatchObject([{ content: 'Ready' }])
  })

  it('refuses what is no number of messages', async () => {
    const { call } = await startShop()
    const answers = await Promise.all(['index=-1', 'limit=a'].map((query) => call(`/v1/messages?${query}`)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('scheduled messages (reference 4.7 to 4.9)', () => {
  const at = (sim: { now(): number }, minutes: number) => new Date(sim.now() + minutes * 60_000)

  it('wait for their time', async () => {
    const { client, sim } = await startShop()
    const { messageId } = await client.messages.schedule({ ...message, time: at(sim, 10) })
    expect(await client.messages.get(messageId)).toMatchObject({ status: 'Scheduled', time: at(sim, 10) })
    expect((await sim.log.next({ kind: 'scheduleMessage' })).response?.status).toBe(201)
    await sim.advance(9 * 60_000)
    expect(sim.messages.to(message.to)).toEqual([])
    await sim.advance(60_000 + 1_000)
    expect(sim.messages.to(message.to)).toHaveLength(1)
  })

  it('get another time, and failed ones are sent again', async () => {
    const { client, sim } = await startShop()
    const { messageId } = await client.messages.schedule({ ...message, time: at(sim, 1) })
    expect(await client.messages.reschedule(messageId, at(sim, 10))).toMatchObject({ Status: 0, MessageId: messageId })
    await sim.advance(5 * 60_000)
    expect((await client.messages.get(messageId)).status).toBe('Scheduled')
    await sim.messages.settle(messageId, 'Undeliverable')
    await client.messages.reschedule(messageId, at(sim, 0))
    await sim.advance(1_000)
    expect((await client.messages.get(messageId)).status).toBe('Delivered')
    await expect(client.messages.reschedule(messageId, at(sim, 1))).rejects.toMatchObject({ serviceCode: '400/8' })
  })

  it.each([
    ['sent', { Status: 0, MessageId: expect.stringMatching(hex), Rate: 1, NetworkId: '62001' }],
    ['status', { Status: 0 }],
    ['message', expect.objectContaining({ Content: 'Ready', Status: 'Scheduled', Direction: 'out' })],
    ['nothing', undefined],
  ] as const)('get another time, whose answer is "%s" where the option says so', async (rescheduleAnswer, answer) => {
    const { client, sim } = await startShop({ messages: { rescheduleAnswer } })
    const { messageId } = await client.messages.schedule({ ...message, time: at(sim, 1) })
    expect(await client.messages.reschedule(messageId, at(sim, 10))).toEqual(answer)
    const [row] = sim.log.rows({ kind: 'rescheduleMessage' })
    expect(row?.response?.status).toBe(rescheduleAnswer === 'nothing' ? 204 : 200)
    await sim.advance(5 * 60_000)
    expect((await client.messages.get(messageId)).status).toBe('Scheduled')
  })

  it('are cancelled, once', async () => {
    const { client, sim } = await startShop()
    const { messageId } = await client.messages.schedule({ ...message, time: at(sim, 1) })
    expect(await client.messages.cancel(messageId)).toMatchObject({ status: 0 })
    await sim.advance(600_000)
    expect([(await client.messages.get(messageId)).status, sim.messages.to(message.to)]).toEqual(['Deleted', []])
    await expect(client.messages.cancel(messageId)).rejects.toMatchObject({ serviceCode: '400/8' })
  })

  it('need a time at an address of their own', async () => {
    const { call } = await startShop({ paths: { scheduleMessage: '/later' } })
    const answer = await call('/later', { method: 'POST', body: JSON.stringify(onWire) })
    expect([answer.status, await answer.json()]).toMatchObject([400, { Status: 5 }])
  })
})
