import { describe, expect, it } from 'vitest'
import { failureOf, message, startWorld } from './service.ts'

describe('a message', () => {
  it('is posted once, though the answer cannot be had', async () => {
    let posts = 0
    const { client } = await startWorld(undefined, {
      fetch: async () => {
        posts++
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
      },
    })
    const error = await failureOf(client.messages.send(message))
    expect(error).toMatchObject({ code: 'FMW_CALL_UNREACHABLE', isUncertain: true, canRetry: false })
    expect(posts).toBe(1)
  })

  it('is not sent when the caller has left before', async () => {
    const { client, calls } = await startWorld()
    const gone = new Error('gone')
    const signal = AbortSignal.abort(gone)
    const sent = [
      client.messages.send(message, { signal }),
      client.messages.quickSend(message, { signal }),
      client.messages.cancel('m', { signal }),
    ]
    for (const call of sent) {
      await expect(call).rejects.toMatchObject({ code: 'FMW_CALL_ABORTED', isUncertain: false, cause: gone })
    }
    expect(calls).toEqual([])
  })

  it('is asked for no longer than the call may take', async () => {
    const { client } = await startWorld(undefined, {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    })
    for (const call of [
      client.messages.get('m', { timeout: 20 }),
      client.messages.query({}, { timeout: 20 }),
      client.messages.schedule({ ...message, time: new Date() }, { timeout: 20 }),
      client.messages.reschedule('m', new Date(), { timeout: 20 }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'FMW_CALL_TIMEOUT' })
    }
  })
})
