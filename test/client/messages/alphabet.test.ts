import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const time = new Date('2030-01-31T08:30:00Z')
const foreign = ['Medaase 🙏', 'Ɛyɛ', 'GH₵5', 'a `quote`', 'a\ttab']

describe('a text without a type', () => {
  it.each(['Your code is 4821', 'Café à 5 €', '{[~]}', 'one\r\ntwo'])(
    'goes out as the service takes it for when the 7-bit alphabet has it: %j',
    async (content) => {
      const { client, calls } = await startWorld()
      await client.messages.send({ ...message, content })
      await client.messages.schedule({ ...message, content, time })
      for (const { body } of calls) expect(body).toMatchObject({ Content: content })
      for (const { body } of calls) expect(body).not.toHaveProperty('Type')
    },
  )

  it.each(foreign)('goes out as unicode when the 7-bit alphabet lacks something of it: %j', async (content) => {
    const { client, calls } = await startWorld()
    await client.messages.send({ ...message, content })
    await client.messages.schedule({ ...message, content, time })
    expect(calls.map(({ body }) => body)).toMatchObject([
      { Type: 2, Content: content },
      { Type: 2, Content: content },
    ])
  })
})

describe('a type that is given', () => {
  it('is kept: unicode for what seven bits could say', async () => {
    const { client, calls } = await startWorld()
    await client.messages.send({ ...message, type: 'unicode' })
    expect(calls[0]?.body).toMatchObject({ Type: 2 })
  })

  it.each(foreign)('of text refuses what the alphabet lacks, and says what to do: %j', async (content) => {
    const { client, calls } = await startWorld()
    const refused = [
      await failureOf(client.messages.send({ ...message, type: 'text', content })),
      await failureOf(client.messages.schedule({ ...message, type: 'text', content, time })),
    ]
    for (const error of refused) {
      expect(error).toMatchObject({
        code: 'FMW_CLIENT_FIELD',
        field: 'content',
        expected: "text of the 7-bit alphabet (leave the type out, or give 'unicode')",
      })
    }
    expect(calls).toEqual([])
  })

  it.each([
    ['Ɛyɛ', 'U+0190 in place 1'],
    ['GH₵5', 'U+20B5 in place 3'],
    ['Medaase 🙏', 'U+1F64F in place 9'],
    ['a\ttab', 'U+0009 in place 2'],
  ])('names the first such character of %j', async (content, received) => {
    const { client } = await startWorld()
    expect(await failureOf(client.messages.send({ ...message, type: 'text', content }))).toMatchObject({
      received: `text with ${received}`,
    })
  })
})

it.each(foreign)('quick send, which has no type, refuses what the alphabet lacks: %j', async (content) => {
  const { client, calls } = await startWorld()
  expect(await failureOf(client.messages.quickSend({ ...message, content }))).toMatchObject({
    code: 'FMW_CLIENT_FIELD',
    field: 'content',
    expected: expect.stringContaining('take send'),
  })
  expect(calls).toEqual([])
})
