import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const id = '0123456789abcdef0123456789abcdef'
const time = new Date('2030-01-31T08:30:00Z')

const denying = [
  { error: 'Unauthorized' },
  { Error: { code: 'E1' } },
  { errors: ['The account is closed'] },
  { Errors: [{ Code: 400 }], Status: 0 },
  { Error: 401 },
  { error: true },
  { success: false },
  { Success: 'False' },
  { isSuccessful: false, Status: 0 },
  { is_success: false },
  { success: true, Success: false },
]

const agreeing = [
  { error: null },
  { Error: '', errors: [] },
  { errors: {}, Status: 0 },
  { error: false, success: true },
  { Error: 0 },
  { errorCode: 0, error: { code: '0000', message: ' ' } },
  { Error: 'No error', IsSuccessful: true },
  { success: 0 },
  { success: 1, successful: null },
]

describe('a success that the rest of the answer denies', () => {
  it.each(denying)('is uncertain for each call that changes something: %j', async (fields) => {
    const { client, calls } = await startWorld({ body: { Status: 0, MessageId: id, ...fields } })
    const { messages } = client
    const made = await Promise.all(
      [
        messages.send(message),
        messages.quickSend(message),
        messages.schedule({ ...message, time }),
        messages.reschedule(id, time),
        messages.cancel(id),
      ].map(failureOf),
    )
    const unknown = { code: 'FMW_CALL_ANSWER', status: 200, isUncertain: true, canRetry: false }
    for (const error of made) expect(error).toMatchObject(unknown)
    expect(calls).toHaveLength(made.length)
  })

  it.each(denying)('is one without a code too: %j', async (fields) => {
    const { client } = await startWorld({ body: fields })
    const unknown = { code: 'FMW_CALL_ANSWER', isUncertain: true }
    expect(await failureOf(client.messages.reschedule(id, time))).toMatchObject(unknown)
  })

  it.each(agreeing)('is none where the field says nothing against it: %j', async (fields) => {
    const body = { Status: 0, MessageId: id, ...fields }
    const { client } = await startWorld({ body })
    expect(await client.messages.send(message)).toMatchObject({ messageId: id, status: 0 })
    expect(await client.messages.reschedule(id, time)).toEqual(body)
    expect(await client.messages.cancel(id)).toEqual({ status: 0, raw: body })
    expect(await client.messages.query()).toEqual(body)
  })

  it('is told with its words, and without the message', async () => {
    const { client } = await startWorld({
      status: 201,
      body: { MessageId: id, error: `no credit: ${message.content}` },
    })
    const error = await failureOf(client.messages.send(message))
    expect(error).toMatchObject({ detail: expect.stringContaining('no credit') })
    expect(String(error)).not.toContain(message.content)
  })

  it('leaves nothing uncertain where nothing changes', async () => {
    const { client } = await startWorld({ body: { error: 'Unauthorized' } })
    const failure = { code: 'FMW_CALL_ANSWER', isUncertain: false, detail: 'Unauthorized' }
    expect(await failureOf(client.messages.query())).toMatchObject(failure)
    expect(await failureOf(client.messages.get(id))).toMatchObject(failure)
  })

  it('is no word about the call in a message that is asked for', async () => {
    const { client } = await startWorld({
      body: { MessageId: id, Status: 'Undeliverable', Error: 'Absent subscriber' },
    })
    expect(await client.messages.get(id)).toMatchObject({ status: 'Undeliverable' })
  })
})
