import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const id = '0123456789abcdef0123456789abcdef'
// Half past eight in Accra, which has GMT; half past ten by this clock.
const time = new Date('2030-01-31T10:30:00+02:00')

const contradicting = [
  'Not cancelled',
  'Message not cancelled',
  'Message could not be cancelled',
  'Cancelled: failed',
  'Unsuccessful',
  'Successfully sent',
  'Successfully',
]

describe('a scheduled message', () => {
  it('goes out by POST with its time in GMT', async () => {
    const { client, calls } = await startWorld()
    const sent = await client.messages.schedule({ ...message, time })
    expect(calls[0]).toMatchObject({ method: 'POST', url: '/v1/messages' })
    expect(calls[0]?.body).toEqual({
      From: 'Shop',
      To: '+233000000000',
      Content: 'Your code is 4821',
      Time: '2030-01-31 08:30:00',
    })
    expect(sent).toMatchObject({ messageId: expect.stringMatching(/^[0-9a-f]{32}$/), status: 0 })
  })

  it('may be of any type', async () => {
    const { client, calls } = await startWorld(undefined, { wapPushType: 6 })
    await client.messages.schedule({ ...message, type: 'binary', content: Buffer.from('hi'), time })
    await client.messages.schedule({ ...message, type: 'wapPush', time })
    expect(calls.map(({ body }) => body)).toMatchObject([{ Type: 1, Content: '6869' }, { Type: 6 }])
  })

  it('goes where the settings say', async () => {
    const { client, calls } = await startWorld(undefined, { paths: { scheduleMessage: '/v1/messages/scheduled' } })
    await client.messages.schedule({ ...message, time })
    expect(calls[0]?.url).toBe('/v1/messages/scheduled')
  })

  it('gets another time by PUT, which says nothing else', async () => {
    const { client, calls } = await startWorld({ body: { anything: ['at', 'all'] } })
    expect(await client.messages.reschedule(id, time)).toEqual({ anything: ['at', 'all'] })
    expect(calls[0]).toMatchObject({ method: 'PUT', url: `/v1/messages/${id}`, body: { Time: '2030-01-31 08:30:00' } })
    expect(calls[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
  })

  it('is rescheduled by an answer without a body too', async () => {
    const { client } = await startWorld({ status: 204 })
    expect(await client.messages.reschedule(id, time)).toBeUndefined()
  })

  it('is not rescheduled to what is no time', async () => {
    const { client, calls } = await startWorld({})
    const error = await failureOf(Reflect.apply(client.messages.reschedule, client.messages, [id, '2030-01-31']))
    expect(error).toMatchObject({ code: 'FMW_CLIENT_FIELD', field: 'time', call: 'messages.reschedule' })
    expect(calls).toEqual([])
  })

  it('is cancelled by DELETE', async () => {
    const { client, calls } = await startWorld({ body: { Status: 0 } })
    expect(await client.messages.cancel(id)).toEqual({ status: 0, raw: { Status: 0 } })
    expect(calls[0]).toMatchObject({ method: 'DELETE', url: `/v1/messages/${id}`, body: undefined })
  })

  it('is cancelled by an answer that says no more than that', async () => {
    const { client } = await startWorld({ status: 204 })
    expect(await client.messages.cancel(id)).toEqual({ status: null, raw: undefined })
  })

  it('is not cancelled by a success with a code of failure', async () => {
    const { client } = await startWorld({ body: { Status: 5 } })
    await expect(client.messages.cancel(id)).rejects.toMatchObject({ serviceCode: '400/5', status: 200 })
  })

  it.each([
    '{"Status":"Failed"}',
    '{"Status":false}',
    '{"Code":"Rejected"}',
    '[]',
    '"x"',
    'false',
    '{"responseCode":"abc"}',
  ])('is neither rescheduled nor cancelled for sure by a success with %s', async (text) => {
    const { client } = await startWorld({ body: text })
    const unknown = { code: 'FMW_CALL_ANSWER', isUncertain: true, canRetry: false }
    await expect(client.messages.cancel(id)).rejects.toMatchObject(unknown)
    await expect(client.messages.reschedule(id, time)).rejects.toMatchObject(unknown)
  })

  it('is not cancelled for sure by a body that does not say so', async () => {
    const { client } = await startWorld({ body: { Data: { Status: 404 } } })
    await expect(client.messages.cancel(id)).rejects.toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true })
  })

  it.each(['Sent', 'Scheduled', 'Pending', 'Queued', 'Submitted', 'Rescheduled', 'Message accepted', ...contradicting])(
    'is not cancelled for sure by a success with the status %s',
    async (Status) => {
      const { client } = await startWorld({ body: { Status } })
      await expect(client.messages.cancel(id)).rejects.toMatchObject({ code: 'FMW_CALL_ANSWER', isUncertain: true })
    },
  )

  it.each(['Cancelled', 'Canceled', 'Sent', 'Message cancelled', 'Not scheduled', 'Scheduled, then cancelled'])(
    'is not rescheduled for sure by a success with the status %s',
    async (Status) => {
      const { client } = await startWorld({ body: { Status } })
      const unknown = { code: 'FMW_CALL_ANSWER', isUncertain: true }
      await expect(client.messages.reschedule(id, time)).rejects.toMatchObject(unknown)
    },
  )

  it.each(['Rescheduled', 'scheduled', 'Pending', 'Message rescheduled successfully.', 'OK', 'Accepted'])(
    'is rescheduled by the status %s',
    async (Status) => {
      const { client } = await startWorld({ body: { Status } })
      expect(await client.messages.reschedule(id, time)).toEqual({ Status })
    },
  )

  it.each([
    ...['Cancelled ', 'CANCELED', 'Cancelled successfully', 'Message cancelled', 'Successfully cancelled.'],
    ...['The message has been cancelled', 'Success', 'Accepted'],
  ])('is cancelled by the status %j', async (Status) => {
    const { client } = await startWorld({ body: { Status } })
    expect(await client.messages.cancel(id)).toMatchObject({ raw: { Status } })
  })

  it.each([{ ResponseCode: '0000' }, { code: 200 }])('is cancelled by %j', async (body) => {
    const { client } = await startWorld({ body })
    expect(await client.messages.cancel(id)).toMatchObject({ raw: body })
  })

  it('is neither rescheduled nor cancelled twice when the service fails', async () => {
    const { client, calls } = await startWorld({ status: 500 })
    const failure = { code: 'FMW_CALL_REFUSED', serviceCode: '500', isUncertain: true, canRetry: false }
    await expect(client.messages.reschedule(id, time)).rejects.toMatchObject(failure)
    await expect(client.messages.cancel(id)).rejects.toMatchObject(failure)
    await expect(client.messages.schedule({ ...message, time })).rejects.toMatchObject(failure)
    expect(calls.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'POST'])
  })
})
