import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const at = new Date('2030-01-31T08:30:00Z')
const { content: _content, ...withoutContent } = message

/** As JavaScript gives it: the compiler would not let these through. */
async function refusalOf(call: 'send' | 'schedule' | 'quickSend', fields: unknown): Promise<unknown> {
  const { client, calls } = await startWorld()
  const error = await failureOf(Reflect.apply(client.messages[call], client.messages, [fields]))
  expect(calls).toEqual([])
  return error
}

const fieldFault = (field: string, text = '') => ({
  code: 'FMW_CLIENT_FIELD',
  field,
  message: expect.stringContaining(text),
})

describe('a sender', () => {
  it.each(['Shop', 'elevenchars', '1234', '1234567890123456', '+233000000000', '+1234567890123456', 'A-B.C&D', 'Café'])(
    'may be %s',
    async (from) => {
      const { client, calls } = await startWorld()
      await client.messages.send({ ...message, from })
      expect(calls[0]?.body).toMatchObject({ From: from })
    },
  )

  it.each([
    ['twelve chars', '12 characters'],
    ['twelvechars!', '12 characters'],
    ['a shop', 'a space among them'],
    ['a\u00a0shop', 'a space'],
    ['a\nshop', 'a space'],
    ['a\u200bshop', 'a space'],
    ['12345678901234567', '17 digits'],
    ['', 'empty'],
    [undefined, 'nothing'],
    [233000000000, 'number'],
  ])('may not be %j', async (from, text) => {
    expect(await refusalOf('send', { ...message, from })).toMatchObject(fieldFault('from', text))
    expect(await refusalOf('schedule', { ...message, from, time: at })).toMatchObject(fieldFault('from'))
    expect(await refusalOf('quickSend', { ...message, from })).toMatchObject(fieldFault('from'))
  })
})

describe('a recipient', () => {
  it.each([
    ['+233000000000', undefined],
    ['+233 000 000 000', undefined],
    ['00233000000000', undefined],
    ['233000000000', undefined],
    ['0000000000', 'GH'],
  ] as const)('may be %s, with the country %s, and goes out in international form', async (to, country) => {
    const { client, calls } = await startWorld(undefined, country === undefined ? {} : { country })
    await client.messages.send({ ...message, to })
    await client.messages.quickSend({ ...message, to })
    expect(calls[0]?.body).toMatchObject({ To: '+233000000000' })
    expect(calls[1]?.url).toContain('To=%2B233000000000&')
  })

  it.each(['0000000000', '713', 'somebody', '+23300000000000000', '', undefined, 233000000000])(
    'may not be %j',
    async (to) => {
      expect(await refusalOf('send', { ...message, to })).toMatchObject(fieldFault('to'))
      expect(await refusalOf('schedule', { ...message, to, time: at })).toMatchObject(fieldFault('to'))
      expect(await refusalOf('quickSend', { ...message, to })).toMatchObject(fieldFault('to'))
    },
  )

  it('is not shown when it is refused, and the country is named only where none is set', async () => {
    const without = await refusalOf('send', { ...message, to: '0000000000' })
    const { client } = await startWorld(undefined, { country: 'GH' })
    const within = await failureOf(client.messages.send({ ...message, to: '0000000' }))
    expect(String(without)).toContain('country')
    expect(String(within)).not.toContain('country')
    expect(`${without}${within}`).not.toMatch(/0{7}/)
  })
})

describe('a content', () => {
  it.each([
    [undefined, 'nothing'],
    ['', 'empty'],
    [' ', 'blank'],
    [7, 'number'],
    [new Uint8Array([1]), 'object'],
    ['half \ud83d', 'surrogate'],
  ])('is required: %j is none', async (content, text) => {
    expect(await refusalOf('send', { ...message, content })).toMatchObject(fieldFault('content', text))
    expect(await refusalOf('quickSend', { ...message, content })).toMatchObject(fieldFault('content', text))
    expect(await refusalOf('schedule', { ...message, content, time: at })).toMatchObject(fieldFault('content', text))
  })

  it.each(['0g', '000', 'text', '', '00 11', 7, new Uint8Array(0), undefined])(
    'of a binary message is bytes: %j is none',
    async (content) => {
      expect(await refusalOf('send', { ...message, type: 'binary', content })).toMatchObject(
        fieldFault('content', 'hexadecimal'),
      )
    },
  )

  it.each(['send', 'schedule', 'quickSend'] as const)('of %s is not shown when it is refused', async (call) => {
    const type = call === 'quickSend' ? {} : { type: 'text' }
    const time = call === 'schedule' ? { time: at } : {}
    const error = await refusalOf(call, { ...message, ...type, ...time, content: 'Your code is 4821 \u{1f642}' })
    expect(error).toMatchObject(fieldFault('content', 'U+1F642 in place 19'))
    expect(String(error)).not.toContain('4821')
  })

  it('is required of a WAP push too when it is scheduled', async () => {
    const { client, calls } = await startWorld(undefined, { wapPushType: 6 })
    const scheduled = { ...withoutContent, type: 'wapPush', time: at }
    const error = await failureOf(Reflect.apply(client.messages.schedule, client.messages, [scheduled]))
    expect(error).toMatchObject(fieldFault('content', 'nothing'))
    expect(calls).toEqual([])
  })
})

describe('other fields', () => {
  it.each([
    ['type', 'sms', 'another word'],
    ['type', 1, 'a number'],
    ['udh', 'abc', 'hexadecimal'],
    ['udh', {}, 'an object'],
    ['time', '2030-01-31 08:30:00', 'a Date'],
    ['time', new Date(Number.NaN), 'invalid'],
    ['time', new Date(-8e14), 'another age'],
    ['time', new Date(8e15), 'another age'],
    ['clientReference', '', 'empty'],
    ['clientReference', 17, 'a number'],
    ['registeredDelivery', 'yes', 'a string'],
    ['flashMessage', 1, 'a number'],
  ])('%s may not be %j', async (field, value, text) => {
    expect(await refusalOf('send', { ...message, [field]: value })).toMatchObject(fieldFault(field, text))
  })

  it('of quick send are checked as well', async () => {
    expect(await refusalOf('quickSend', { ...message, registeredDelivery: 1 })).toMatchObject(
      fieldFault('registeredDelivery'),
    )
  })

  it.each(['send', 'schedule', 'quickSend'] as const)('that %s does not know are refused', async (call) => {
    expect(await refusalOf(call, { ...message, Content: 'x' })).toMatchObject(fieldFault('Content', "'content'"))
    expect(await refusalOf(call, undefined)).toMatchObject(fieldFault('the request'))
  })

  it('of schedule are those of the reference: a time, and no report', async () => {
    expect(await refusalOf('schedule', message)).toMatchObject(fieldFault('time', 'nothing'))
    expect(await refusalOf('schedule', { ...message, time: at, registeredDelivery: true })).toMatchObject(
      fieldFault('registeredDelivery'),
    )
  })
})

describe('a field under the name that others have for it', () => {
  it.each([
    ['message', 'content'],
    ['text', 'content'],
    ['body', 'content'],
    ['Phone', 'to'],
    ['number', 'to'],
    ['recipient', 'to'],
    ['mobile', 'to'],
    ['sender', 'from'],
    ['source', 'from'],
    ['flashmessage', 'flashMessage'],
  ])('is told by the name that it has here: %s is %s', async (name, meant) => {
    const hint = `${name} must be a field that is known ('${meant}' may be meant), but it is none`
    expect(await refusalOf('send', { from: 'Shop', [name]: 'x' })).toMatchObject(fieldFault(name, hint))
  })

  it('is told by the nearest spelling where the request has none of that name', async () => {
    const { client } = await startWorld()
    const error = await failureOf(Reflect.apply(client.messages.query, client.messages, [{ number: 5 }]))
    expect(error).toMatchObject(fieldFault('number', 'a field that is known (there are index, limit), but it is none'))
  })
})
