import { expect, it } from 'vitest'
import { countries } from '../../../src/index.ts'
import { inboxOf, noon, pushOf, rejected, report } from './entries.ts'

it('shows the event as its handler would get it, with what came', async () => {
  const { inbox, store } = inboxOf({ kinds: { deliveryReport: { country: countries.GH, status: 200 } } })
  const fields = { messageid: 'm1', STATUS: 'bufferedlocally', to: '0000000000' }
  await store.accept(report('a', { payload: pushOf(fields) }), false)
  expect(await inbox.get('a')).toMatchObject({
    id: 'a',
    receivedAt: new Date(noon),
    event: {
      kind: 'deliveryReport',
      messageId: 'm1',
      status: 'Buffered Locally',
      toInternational: '+233000000000',
      receivedAt: new Date(noon),
      raw: fields,
    },
    raw: fields,
    body: undefined,
    problem: null,
  })
})

it('reads kinds that have no handler any more', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a'), false)
  expect((await inbox.get('a')).event).toMatchObject({ messageId: 'a', to: '+233000000000' })
})

it('shows a body that could not be read as text, and why', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(rejected('a', 'MessageId=1', 'The body must be valid JSON'), false)
  expect(await inbox.get('a')).toMatchObject({
    state: 'rejected',
    reason: 'The body must be valid JSON',
    event: undefined,
    raw: undefined,
    body: 'MessageId=1',
    problem: 'The body must be valid JSON; received text that is not JSON',
  })
})

it('shows what came where it is no push of its kind', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a', { payload: pushOf({ Status: 'Delivered' }) }), false)
  expect(await inbox.get('a')).toMatchObject({
    event: undefined,
    raw: { Status: 'Delivered' },
    problem: 'MessageId must be the identifier of the message; received nothing',
  })
})

it('names an entry that is not there, and whose inbox it looked into', async () => {
  const { inbox } = inboxOf()
  await expect(inbox.get('a')).rejects.toMatchObject({
    code: 'FMW_ENTRY_UNKNOWN',
    message: expect.stringContaining("no entry 'a' in the inbox of 'shop'"),
  })
  await expect(inbox.export('a')).rejects.toMatchObject({ code: 'FMW_ENTRY_UNKNOWN' })
})

it('does not take a mistake in its own settings for a push that cannot be read', async () => {
  const country = JSON.parse('{ "callingCode": "233" }')
  const { inbox, store } = inboxOf({ kinds: { deliveryReport: { country, status: 200 } } })
  await store.accept(report('a', { payload: pushOf({ MessageId: '1', Status: 'Sent', To: '0000000000' }) }), false)
  await expect(inbox.get('a')).rejects.toThrow(TypeError)
})
