import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/index.ts'
import { appWith, post } from '../../http/app.ts'

const report = { MessageId: 'm1', Status: 'Delivered' }

describe('a notification in memory', () => {
  it('is acknowledged when its handler is done, and not before', async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<void>()
    const app = await appWith({ deliveryReport: () => stored })
    let answered = false
    const answer = post(app, '/delivery-report', report).then((response) => {
      answered = true
      return response.statusCode
    })
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    expect(answered).toBe(false)
    store()
    expect(await answer).toBe(200)
  })

  it('is not acknowledged when its handler fails', async () => {
    const app = await appWith({
      deliveryReport: async () => {
        throw new Error('the database is gone')
      },
    })
    const response = await post(app, '/delivery-report', report)
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({ code: 'FMW_HANDLER' })
    expect(response.body).not.toContain('database')
  })

  it('is not acknowledged when its handler takes longer than an attempt may', async () => {
    const clock = manualClock()
    const { promise: started, resolve: start } = Promise.withResolvers<AbortSignal>()
    const app = await appWith({
      clock,
      retry: { timeout: 5_000 },
      deliveryReport: (_report, attempt) => {
        start(attempt.signal)
        return new Promise(() => undefined)
      },
    })
    const answer = post(app, '/delivery-report', report)
    const signal = await started
    clock.advance(4_999)
    expect(signal.aborted).toBe(false)
    clock.advance(1)
    expect(signal.aborted).toBe(true)
    expect((await answer).statusCode).toBe(500)
  })
})
