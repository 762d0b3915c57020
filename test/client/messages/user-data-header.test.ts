import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

/** A header of one element with so many octets of data. */
const headerWith = (octets: number) => Buffer.from([octets + 2, 0x70, octets, ...new Array<number>(octets).fill(7)])

describe('a user data header', () => {
  it.each([
    ['of nothing', '00', '00'],
    ['of one element', '050003CC0201', '050003CC0201'],
    ['of an element without data', '027000', '027000'],
    ['of two elements', '0b0003cc02010504158a0000', '0b0003cc02010504158a0000'],
    ['in bytes', Buffer.of(5, 0, 3, 0xcc, 2, 1), '050003cc0201'],
    ['that leaves room for a little', headerWith(128), headerWith(128).toString('hex')],
  ])('%s goes out', async (_what, udh, sent) => {
    const { client, calls } = await startWorld()
    await client.messages.send({ ...message, type: 'unicode', content: 'Hi', udh })
    expect(calls[0]?.body).toMatchObject({ Udh: sent })
  })

  it.each([
    ['counts more than it has', '060003cc0201', 'one that counts 6 and has 5'],
    ['counts less than it has', '040003cc0201', 'one that counts 4 and has 5'],
    ['has half an octet', '050003cc020', 'a text of 11 characters that is none'],
    ['is empty', '', 'empty'],
    ['has an element longer than itself', '050004cc0201', 'one whose last element is cut short'],
    ['ends after an identifier', '0600010a700070', 'one whose last element is cut short'],
    ['ends in an identifier', '0170', 'one whose last element is cut short'],
    ['leaves no room', headerWith(129), '132 long'],
  ])('that %s is refused', async (_what, udh, received) => {
    const { client, calls } = await startWorld(undefined, { wapPushType: 6 })
    const fault = { code: 'FMW_CLIENT_FIELD', field: 'udh', received }
    expect(await failureOf(client.messages.send({ ...message, udh }))).toMatchObject(fault)
    expect(await failureOf(client.messages.send({ ...message, type: 'wapPush', udh }))).toMatchObject(fault)
    const { content: _content, ...bare } = message
    expect(await failureOf(client.messages.send({ ...bare, type: 'wapPush', udh }))).toMatchObject(fault)
    expect(calls).toEqual([])
  })
})

describe('a message that was cut by its sender', () => {
  it.each(['050003cc0201', '060804cc000201'])('has one part under the header %s', async (udh) => {
    const { client, calls } = await startWorld()
    const error = await failureOf(client.messages.send({ ...message, udh, content: 'a'.repeat(154) }))
    expect(error).toMatchObject({
      code: 'FMW_CLIENT_FIELD',
      field: 'content',
      expected: expect.stringMatching(/^in one part of 15[23] septets, since udh/),
      received: '154 septets long',
    })
    expect(calls).toEqual([])
    await client.messages.send({ ...message, udh, content: 'a'.repeat(152) })
    expect(calls).toHaveLength(1)
  })
})
