import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

const { content, ...withoutContent } = message

describe('a WAP push', () => {
  it('goes out under the number of the settings, without content', async () => {
    const { client, calls } = await startWorld(undefined, { wapPushType: 6 })
    await client.messages.send({ ...withoutContent, type: 'wapPush', udh: '0605040b8423f0' })
    expect(calls[0]?.body).toEqual({ Type: 6, From: 'Shop', To: '+233000000000', Udh: '0605040b8423f0' })
  })

  it('may have content', async () => {
    const { client, calls } = await startWorld(undefined, { wapPushType: 6 })
    await client.messages.send({ ...message, type: 'wapPush' })
    expect(calls[0]?.body).toEqual({ Type: 6, From: 'Shop', To: '+233000000000', Content: content })
  })

  it('is refused as long as its number is not set, by the name of the setting', async () => {
    const { client, calls } = await startWorld()
    const error = await failureOf(client.messages.send({ ...withoutContent, type: 'wapPush' }))
    expect(error).toMatchObject({ code: 'FMW_CLIENT_OPTION', message: expect.stringContaining('wapPushType') })
    expect(calls).toEqual([])
  })

  it('cannot have a number that is none', async () => {
    await expect(startWorld(undefined, { wapPushType: 1.5 })).rejects.toMatchObject({ code: 'FMW_CLIENT_OPTION' })
  })
})
