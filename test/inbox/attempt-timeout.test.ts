import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../src/index.ts'
import { manualClock } from '../../src/testing/manual-clock.ts'
import { appWith, post } from '../http/app.ts'
import { linesOf } from '../http/lines.ts'
import { paths, samples } from '../http/samples.ts'

async function hanging(timeout?: number) {
  const clock = manualClock()
  const lines = linesOf()
  const started = Promise.withResolvers<Attempt>()
  const go = Promise.withResolvers<void>()
  const app = await appWith(
    {
      clock,
      retry: { timeout },
      deliveryReport: (_report, attempt) => {
        started.resolve(attempt)
        return go.promise
      },
    },
    { server: { logger: lines.logger } },
  )
  const answered = post(app, paths.deliveryReport, samples.deliveryReport).then((response) => response)
  return { clock, lines, answered, go, attempt: await started.promise }
}

describe('the time-out of an attempt', () => {
  it('aborts its signal and answers with 500, though the handler goes on', async () => {
    const { clock, lines, answered, go, attempt } = await hanging()
    clock.advance(29_999)
    expect(attempt.signal.aborted).toBe(false)
    clock.advance(1)
    expect(attempt.signal.aborted).toBe(true)
    expect(attempt.signal.reason).toMatchObject({
      code: 'FMW_ATTEMPT_TIMEOUT',
      message: 'The handler took longer than 30000 ms: raise retry.timeout, or do less before it returns',
    })
    const response = await answered
    expect([response.statusCode, response.json().code]).toEqual([500, 'FMW_HANDLER'])
    expect(lines.saying('the handler of a notification failed')).toMatchObject([
      { kind: 'deliveryReport', err: { code: 'FMW_ATTEMPT_TIMEOUT' } },
    ])
    go.resolve()
  })

  it('leaves no trace of a handler that fails after it', async () => {
    const { clock, lines, answered, go } = await hanging()
    clock.advance(30_000)
    expect((await answered).statusCode).toBe(500)
    go.reject(new Error('too late to matter'))
    // An unhandled rejection would end the process, and fail this run.
    await new Promise(setImmediate)
    expect(lines.text()).not.toContain('too late to matter')
  })

  it('is a setting', async () => {
    const { clock, answered } = await hanging(10)
    clock.advance(10)
    expect((await answered).statusCode).toBe(500)
  })

  it('ends with the handler', async () => {
    const { clock, answered, go, attempt } = await hanging()
    expect(clock.pending).toBe(1)
    go.resolve()
    expect((await answered).statusCode).toBe(200)
    expect(clock.pending).toBe(0)
    clock.advance(60_000)
    expect(attempt.signal.aborted).toBe(false)
  })
})
