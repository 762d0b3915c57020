import { describe, expect, it } from 'vitest'
import { countries } from '../../../src/index.ts'
import { inboxOf, pushOf, rejected, report } from './entries.ts'

const usual = { MessageId: 'm1', Status: 'Sent' }

describe('an exported fixture', () => {
  it('is named for what came and when, never for whom', async () => {
    const { inbox, store } = inboxOf()
    await store.accept(report('a', { payload: pushOf({ ...usual, Status: 'Out of Credit' }) }), false)
    await store.accept(report('b', { kind: 'inboundMessage', payload: pushOf({ from: '+233000000042' }) }), false)
    expect(await inbox.export('a')).toMatchObject({
      name: 'deliveryReport/out-of-credit-2026-11-20',
      kind: 'deliveryReport',
      description: 'A push as it came on 2026-11-20, masked: Out of Credit',
      source: 'production',
    })
    expect(await inbox.export('b')).toMatchObject({ name: 'inboundMessage/message-2026-11-20' })
  })

  it('expects what its own registration does', async () => {
    const { inbox, store } = inboxOf({ kinds: { deliveryReport: { country: countries.GH, status: 204 } } })
    await store.accept(report('a', { payload: pushOf({ ...usual, To: '0000000042' }) }), false)
    expect((await inbox.export('a')).expect).toMatchObject({
      status: 204,
      event: { to: '0000000000', toInternational: '+233000000000' },
    })
  })

  it('repeats a name that stands twice in a form', async () => {
    const { inbox, store } = inboxOf()
    await store.accept(report('a', { payload: pushOf({ ...usual, Tag: ['one', 'two'] }, 'form') }), false)
    expect((await inbox.export('a')).request.text).toBe('MessageId=x0&Status=Sent&Tag=xxx&Tag=xxy')
  })

  it('posts a query without a field of a push, which as a GET would be a probe', async () => {
    const { inbox, store } = inboxOf()
    await store.accept(report('a', { kind: 'ussdPayment', payload: pushOf({ Tag: '1' }, 'query') }), false)
    expect((await inbox.export('a')).request).toEqual({ method: 'POST', query: { Tag: '0' } })
  })

  it('is made of an entry too that holds something else than a push', async () => {
    const { inbox, store } = inboxOf()
    await store.accept(report('a', { payload: Buffer.from('no push') }), false)
    await store.accept(report('b', { payload: pushOf(usual, 'json', 'no places') }), false)
    expect(await inbox.export('a')).toMatchObject({
      request: { method: 'POST', text: '' },
      expect: { status: 400, problem: { code: 'FMW_BODY', field: null } },
    })
    expect((await inbox.export('b')).request).toEqual({ method: 'POST', body: { MessageId: 'x0', Status: 'Sent' } })
  })
})

describe('an exported body that could not be read', () => {
  const exportOf = async (
    body: string,
    reason: string | null,
    kind: 'deliveryReport' | 'fulfilment' = 'deliveryReport',
  ) => {
    const { inbox, store } = inboxOf()
    await store.accept({ ...rejected('a', body, ''), reason, kind }, false)
    return inbox.export('a')
  }

  it('says what it was refused for', async () => {
    const { description } = await exportOf('{"MessageId":7,"Status":{}}', 'Status must be text; received an object')
    expect(description).toBe(
      'A push as it came on 2026-11-20, masked: refused (Status must be text; received an object)',
    )
  })

  it('is masked as far as it is JSON, and as text from there', async () => {
    const { request, expect: expected } = await exportOf(
      '{"To":"+233000000042", "Names":["Ama"],\n"Bad":"\\x", "MessageId":"Ama says',
      'The body must be valid JSON; received text that is not JSON',
    )
    expect(request.text).toBe('{"To":"+233000000000", "Xxxxx":["Xxx"],\n"Xxy":"\\y", "MessageId":"Xxx xxxx')
    expect(expected).toEqual({ status: 400, problem: { code: 'FMW_BODY', field: null } })
  })

  it('is not mended where it has escapes of its own', async () => {
    expect((await exportOf('{"Am\\qa":1}', null)).request.text).toBe('{"Xx\\xx":0}')
  })

  it('closes what was never opened without a stumble', async () => {
    expect((await exportOf(']}"Ama":1', null)).request.text).toBe(']}"Ama":0')
  })

  it('is sent as another content type where that was what was wrong', async () => {
    expect(await exportOf('<a>Ama</a>', 'The content type must be application/json')).toMatchObject({
      request: { method: 'POST', headers: { 'content-type': 'text/plain' }, text: '<x>Xxx</x>' },
      expect: { status: 415, problem: { code: 'FMW_CONTENT_TYPE', field: null } },
    })
  })

  it('is sent as a form where it is one and the kind takes forms', async () => {
    const form = 'MessageId=m1&MessageId=m2&Status=Sent'
    const reason = 'MessageId must be text that identifies; received an array'
    expect(await exportOf(form, reason)).toMatchObject({
      request: {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        text: 'MessageId=x0&MessageId=x1&Status=Sent',
      },
      expect: { status: 400, problem: { code: 'FMW_FIELD', field: 'MessageId' } },
    })
    expect((await exportOf(form, reason, 'fulfilment')).request.headers).toEqual({ 'content-type': 'application/json' })
  })

  it('expects an event where it can be read by now', async () => {
    expect((await exportOf('{"MessageId":"m1","Status":"Sent"}', null)).expect).toMatchObject({
      status: 200,
      event: { messageId: 'x0', status: 'Sent' },
    })
  })
})
