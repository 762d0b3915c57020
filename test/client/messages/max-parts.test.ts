import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const time = new Date('2030-01-31T08:30:00Z')
const two = 'a'.repeat(306)
const three = 'a'.repeat(307)

describe('a message of more parts than the option maxParts', () => {
  it('is refused before it is sent, with what it has and what is allowed', async () => {
    const { client, calls } = await startWorld(undefined, { maxParts: 2 })
    const refused = [
      await failureOf(client.messages.send({ ...message, content: three })),
      await failureOf(client.messages.schedule({ ...message, content: three, time })),
      await failureOf(client.messages.quickSend({ ...message, content: three })),
    ]
    for (const error of refused) {
      expect(error).toMatchObject({
        code: 'FMW_CLIENT_FIELD',
        field: 'content',
        expected: 'short enough for 2 parts (the option maxParts)',
        received: '307 septets long, which takes 3 parts of 153',
      })
    }
    expect(calls).toEqual([])
  })

  it.each([
    ['unicode', 'ɔ'.repeat(71), '71 characters long, which takes 2 parts of 67'],
    ['binary', 'ff'.repeat(141), '141 octets long, which takes 2 parts of 134'],
  ] as const)('is so by the measure of its type: %s', async (type, content, received) => {
    const { client } = await startWorld(undefined, { maxParts: 1 })
    expect(await failureOf(client.messages.send({ ...message, type, content }))).toMatchObject({
      expected: 'short enough for 1 part (the option maxParts)',
      received,
    })
  })

  it('is so by its header', async () => {
    const { client, calls } = await startWorld(undefined, { maxParts: 1 })
    const content = 'a'.repeat(153)
    expect(await failureOf(client.messages.send({ ...message, content, udh: '0605040b8423f0' }))).toMatchObject({
      received: '153 septets long, which takes 2 parts of 146',
    })
    await client.messages.send({ ...message, content })
    expect(calls).toHaveLength(1)
  })
})

describe('a message', () => {
  it('may have as many parts as the option says', async () => {
    const { client, calls } = await startWorld(undefined, { maxParts: 2 })
    await client.messages.send({ ...message, content: two })
    await client.messages.schedule({ ...message, content: two, time })
    await client.messages.quickSend({ ...message, content: two })
    expect(calls).toHaveLength(3)
  })

  it('may have 255 parts by default, which is as far as they can be numbered', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send({ ...message, type: 'binary', content: new Uint8Array(255 * 134) })
    expect(calls).toHaveLength(1)
    const longer = { ...message, type: 'binary', content: new Uint8Array(255 * 134 + 1) } as const
    expect(await failureOf(client.messages.send(longer))).toMatchObject({
      received: '34171 octets long, which takes 256 parts of 134',
    })
  })

  it('that is a WAP push is not counted: how it is encoded is not shown', async () => {
    const { client, calls } = await startWorld(undefined, { maxParts: 1, wapPushType: 6 })
    await client.messages.send({ ...message, type: 'wapPush', content: three })
    expect(calls).toHaveLength(1)
  })
})
