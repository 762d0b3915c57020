import { describe, expect, it } from 'vitest'
import { messageCodes } from '../../../src/index.ts'
import { messageNumbers } from '../../../src/simulator/index.ts'
import { answerOf, message, onWire, startShop } from './shop.ts'

const { Content: _content, ...withoutContent } = onWire

describe('the codes of reference 7.3', () => {
  it.each(['Status', 'SubCode', 'Code', 'ResponseCode', 'StatusCode', 'ErrorCode'] as const)(
    'stand in %s where the option says so, and the client reads them there',
    async (subcode) => {
      const { client, post, call } = await startShop({ messages: { subcode } })
      const { body } = await post({ ...onWire, To: '12' })
      expect(Object.keys(body)).toEqual([subcode, 'Message'])
      expect(body[subcode]).toBe(1)
      const refused = client.messages.send({ ...message, to: '+233010008106' })
      await expect(refused).rejects.toMatchObject({ serviceCode: '400/6', detail: expect.stringMatching(/content/) })
      const unknown = await call('/v1/messages', { headers: { authorization: 'Basic eA==' } })
      expect(answerOf(await unknown.json())[subcode]).toBe(401)
    },
  )

  it('are told by the HTTP status alone where the option says so', async () => {
    const { client, post } = await startShop({ messages: { subcode: 'none' } })
    expect(Object.keys((await post({ ...onWire, To: '12' })).body)).toEqual(['Message'])
    const refused = client.messages.send({ ...message, to: '+233010008106' })
    await expect(refused).rejects.toMatchObject({ code: 'FMW_CALL_REFUSED', serviceCode: '400' })
    await expect(client.messages.get('none')).rejects.toMatchObject({ serviceCode: '404' })
  })

  it.each([
    ['400/100', {}],
    ['400/100', []],
    ['400/100', { Extra: 1 }],
    ['400/1', { ...onWire, To: '12' }],
    ['400/1', { ...onWire, To: '+23300' }],
    ['400/1', { ...onWire, To: '0000000000' }],
    ['400/1', { ...onWire, To: 'Ama' }],
    ['400/2', { ...onWire, From: 'Twelve chars' }],
    ['400/2', { ...onWire, From: 'A shop' }],
    ['400/2', { ...onWire, From: '12345678901234567' }],
    ['400/3', { ...onWire, Content: 'a'.repeat(255 * 153 + 1) }],
    ['400/3', { ...onWire, Content: 'a'.repeat(154), Udh: '050003cc0201' }],
    ['400/4', { ...onWire, To: '+4400000000000' }],
    ['400/5', { ...onWire, Time: 'tomorrow' }],
    ['400/5', { ...onWire, Time: '2026-02-30 10:00:00' }],
    ['400/5', { ...onWire, Time: '2020-01-01 10:00:00' }],
    ['400/6', { ...onWire, Type: 1 }],
    ['400/7', { ...onWire, Rate: 0, Status: 'Delivered' }],
    ['400/8', withoutContent],
    ['400/8', { ...onWire, Type: 9 }],
    ['400/8', { ...onWire, RegisteredDelivery: 'maybe' }],
    ['400/8', { ...onWire, Udh: '05' }],
    ['400/8', { ...onWire, Udh: '0400030000' }],
    ['400/8', { ...onWire, Udh: 'header' }],
  ])('%s for %j', async (code, body) => {
    const { post } = await startShop()
    const { status, body: answer } = await post(body)
    expect(`${status}/${answer.Status}`).toBe(code)
    expect(answer.Message).toContain(messageCodes.find((row) => row.code === code)?.meaning)
  })

  it('are told from what is right at their edge', async () => {
    const { post } = await startShop({ messages: { country: 'GH', wapPushType: 6 } })
    const right = [
      { ...onWire, From: 'Elevenchars' },
      { ...onWire, From: '1234567890123456' },
      { ...onWire, Content: 'a'.repeat(255 * 153) },
      { ...onWire, To: '0000000000' },
      { ...onWire, Time: '2026-03-01T10:30:00+01:00' },
      { ...withoutContent, Type: '6' },
      { ...onWire, Time: null, Type: '', RegisteredDelivery: '' },
    ]
    for (const body of right) expect(await post(body)).toMatchObject({ status: 201 })
  })

  it('are 400/100 for what is no JSON', async () => {
    const { call } = await startShop()
    const answer = await call('/v1/messages', { method: 'POST', body: '{' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { Status: 100 }])
    const { client } = await startShop()
    const { messageId } = await client.messages.send(message)
    const put = await call(`/v1/messages/${messageId}`, { method: 'PUT', body: '{' })
    expect(put.status).toBe(404)
  })

  it.each(messageNumbers.filter(({ refusedWith }) => refusedWith !== undefined))(
    '$refusedWith for the number $mobile, as the client reads it',
    async ({ mobile, refusedWith }) => {
      const { client } = await startShop()
      await expect(client.messages.send({ ...message, to: mobile })).rejects.toMatchObject({ serviceCode: refusedWith })
    },
  )

  it('can each be had, but for those of a success', async () => {
    const had = new Set(messageNumbers.map(({ refusedWith }) => refusedWith))
    const others = messageCodes.map(({ code }) => code).filter((code) => !had.has(code))
    expect(others).toEqual(['200', '201/0', '401', '404'])
    expect(new Set(messageNumbers.map(({ mobile }) => mobile)).size).toBe(messageNumbers.length)
  })

  it('are 401 for other credentials and 404 for a message that is not there', async () => {
    const { call, client } = await startShop()
    expect((await call('/v1/messages', { headers: { authorization: 'Basic eA==' } })).status).toBe(401)
    for (const asked of [
      client.messages.get('none'),
      client.messages.cancel('none'),
      client.messages.reschedule('none', new Date()),
    ]) {
      await expect(asked).rejects.toMatchObject({ serviceCode: '404' })
    }
  })

  it('are 402 where the credit is used up, until there is more', async () => {
    const { client, sim } = await startShop({ messages: { balance: 3, rate: 2 } })
    await client.messages.send(message)
    expect(sim.messages.balance).toBe(1)
    await expect(client.messages.send(message)).rejects.toMatchObject({ serviceCode: '402' })
    sim.messages.topUp(1)
    expect(await client.messages.send(message)).toMatchObject({ rate: 2 })
  })

  it('are 400/5 for a new time that is none', async () => {
    const { client, call } = await startShop()
    const { messageId } = await client.messages.send(message)
    const answers = [
      await call(`/v1/messages/${messageId}`, { method: 'PUT', body: '{}' }),
      await call(`/v1/messages/${messageId}`, { method: 'PUT', body: '{"Time":"2020-01-01 00:00:00"}' }),
      await call(`/v1/messages/${messageId}`, { method: 'PUT', body: '[' }),
    ]
    expect(await Promise.all(answers.map(async (answer) => answerOf(await answer.json()).Status))).toEqual([5, 5, 100])
  })
})
