import { describe, expect, it } from 'vitest'
import { ServiceCallError } from '../../../src/client/index.ts'
import { messageAdvice } from '../../../src/client/messages/judge-message.ts'
import { messageCodes } from '../../../src/index.ts'
import { failureOf, message, secrets, startWorld } from './service.ts'

const failures = messageCodes.filter(({ http }) => http >= 400)
const serverFailures = failures.filter(({ http }) => http >= 500)

describe('the codes of messages', () => {
  it('have advice for each failure, and for nothing else', () => {
    expect(messageAdvice.map(({ code }) => code)).toEqual(failures.map(({ code }) => code))
  })

  it.each(failures)('$code becomes an error that says what it means and what to do', async (row) => {
    const body = row.subcode === undefined ? { Message: 'So it is' } : { Status: row.subcode, Message: 'So it is' }
    const { client, calls } = await startWorld({ status: row.http, body })
    const error = await failureOf(client.messages.send(message))
    const advice = messageAdvice.find(({ code }) => code === row.code)
    expect(error).toBeInstanceOf(ServiceCallError)
    expect(error).toMatchObject({
      code: row.http === 401 ? 'FMW_CALL_UNAUTHORIZED' : 'FMW_CALL_REFUSED',
      call: 'messages.send',
      status: row.http,
      serviceCode: row.code,
      meaning: row.meaning,
      action: advice?.action,
      detail: 'So it is',
      // What may have been sent is not to be sent again.
      canRetry: false,
      isUncertain: row.http >= 500,
    })
    expect(calls).toHaveLength(1)
  })

  it.each(failures)('$code is tried again only where time may mend it, and nothing is changed', async (row) => {
    const { client, calls } = await startWorld({ status: row.http, body: { Status: row.subcode ?? row.http } })
    const error = await failureOf(client.messages.get('m'))
    expect(error).toMatchObject({ serviceCode: row.code, canRetry: serverFailures.includes(row), isUncertain: false })
    expect(calls).toHaveLength(serverFailures.includes(row) ? 3 : 1)
  })

  it('say of a 401 that the address may not be whitelisted', async () => {
    const { client } = await startWorld({ status: 401 })
    await expect(client.messages.send(message)).rejects.toThrow(/whitelisted/)
  })
})

describe('a refusal', () => {
  it.each([
    [{ status: 400, body: { SubCode: 3 } }, '400/3'],
    [{ status: 400, body: { code: '1' } }, '400/1'],
    [{ status: 400, body: { ResponseCode: '100' } }, '400/100'],
    [{ status: 400, body: { Status: 400, errorCode: 6 } }, '400/6'],
    [{ status: 400, body: { Status: 'Error', Code: 2 } }, '400/2'],
    [{ status: 402, body: { Status: 77 } }, '402'],
  ])('is found wherever its code stands: %j', async (answer, serviceCode) => {
    const { client } = await startWorld(answer)
    await expect(client.messages.send(message)).rejects.toMatchObject({ serviceCode, isUncertain: false })
  })

  it.each([
    [
      { status: 400, body: { Status: 77 } },
      { serviceCode: '400/77', canRetry: false, isUncertain: false },
    ],
    [{ status: 400 }, { serviceCode: '400', canRetry: false, isUncertain: false }],
    [
      { status: 400, body: '<html>' },
      { serviceCode: '400', canRetry: false, isUncertain: false },
    ],
    [
      { status: 418, body: [1] },
      { serviceCode: '418', canRetry: false, isUncertain: false },
    ],
    [{ status: 429 }, { serviceCode: '429', canRetry: true, isUncertain: false }],
    [{ status: 503 }, { serviceCode: '503', canRetry: false, isUncertain: true }],
  ])('with a code of no table goes by its status: %j', async (answer, failure) => {
    const { client } = await startWorld(answer)
    await expect(client.messages.send(message)).rejects.toMatchObject({ code: 'FMW_CALL_REFUSED', ...failure })
  })

  it.each([
    [{ Status: 3, MessageId: 'm' }, '400/3', false],
    [{ Status: 402 }, '402', false],
    [{ Status: 401 }, '401', false],
    [{ Status: 0, SubCode: 7 }, '400/7', true],
    [{ Status: 77 }, '201/77', true],
    [{ Status: -1 }, '201/-1', true],
  ])('may come with a 2xx, whose body decides: %j', async (body, serviceCode, isUncertain) => {
    const { client } = await startWorld({ status: 201, body })
    await expect(client.messages.send(message)).rejects.toMatchObject({
      status: 201,
      serviceCode,
      isUncertain,
      canRetry: false,
    })
  })

  it('is doubted when its status says no and its code yes', async () => {
    const { client } = await startWorld({ status: 400, body: { Status: 0, MessageId: 'm' } })
    await expect(client.messages.send(message)).rejects.toMatchObject({ serviceCode: '400', isUncertain: true })
  })

  it.each([
    [{ status: 201, body: { Status: 0, status: 3, MessageId: 'm' } }],
    [{ status: 201, body: '{ "Status": 0, "Status": 3, "MessageId": "m" }' }],
    [{ status: 400, body: { Code: 3, code: 4 } }],
  ])('cannot be read where one code is two: %j', async (answer) => {
    const { client } = await startWorld(answer)
    await expect(client.messages.send(message)).rejects.toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true })
  })

  it('keeps details that are no text', async () => {
    const { client } = await startWorld({ status: 400, body: { Status: 7, Errors: [{ name: 'Udh' }] } })
    await expect(client.messages.send(message)).rejects.toMatchObject({ detail: '[{"name":"Udh"}]' })
  })

  it('quotes neither the message nor the number, and no credentials', async () => {
    const content = 'Your "PIN" is\n4821'
    const { client, lines } = await startWorld({
      status: 400,
      body: {
        Status: 8,
        Message: `${content} to +233000000000 by ${secrets.apiKey}`,
        Errors: [{ content, to: '233000000000' }],
      },
    })
    const other = await startWorld({ status: 400, body: { Status: 8, Errors: [{ content, to: '+233000000000' }] } })
    const errors = [
      await failureOf(client.messages.send({ ...message, content })),
      await failureOf(other.client.messages.send({ ...message, content })),
    ]
    for (const text of [...errors.map(String), JSON.stringify(errors), ...lines, ...other.lines]) {
      expect(text).not.toMatch(/4821|233000000000|key-of-ours|id-of-ours/)
    }
    expect(errors).toMatchObject([{ serviceCode: '400/8' }, { serviceCode: '400/8' }])
  })

  it('quotes no message out of the address that a server does not know', async () => {
    const content = "Your code's 4821 (é) +1"
    const clientSecret = "quick secret's /+"
    const query = new URLSearchParams({ To: '+233000000000', Content: content, ClientSecret: clientSecret }).toString()
    const addresses = [
      query,
      query.replaceAll('+', '%20'),
      [content, clientSecret].map((text) => encodeURIComponent(text)).join('&'),
    ]
    const { client } = await startWorld(
      addresses.map((address) => ({ status: 404, body: { message: `Route GET:/send?${address} not found` } })),
      { clientSecret },
    )
    for (const _ of addresses) {
      const error = await failureOf(client.messages.quickSend({ ...message, content }))
      expect(error).toMatchObject({ serviceCode: '404', detail: expect.stringContaining('not found') })
      expect(String(error)).not.toMatch(/4821|233000000000|secret/)
    }
  })

  it('shows nothing of a message without content', async () => {
    const { client } = await startWorld({ status: 400, body: { Status: 6, Message: 'Rejected' } }, { wapPushType: 6 })
    await expect(client.messages.send({ from: 'Shop', to: '+233000000000', type: 'wapPush' })).rejects.toMatchObject({
      detail: 'Rejected',
    })
  })
})
