import { describe, expect, it } from 'vitest'
import type { DeadNotification } from '../../../src/inbox/work.ts'
import { eventually, idOf, workshop } from './workshop.ts'

const id = idOf('a', 'Sent')

describe('an attempt that fails', () => {
  it('is followed by others after a wait, until one succeeds', async () => {
    const numbers: number[] = []
    const { push, deliveries, until, told, entry } = workshop({
      handler: (_event, attempt) => {
        numbers.push(attempt.number)
        if (attempt.number < 3) throw new Error(`failure ${attempt.number} at +233000000000`)
      },
      settings: { random: () => 0.99 },
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('done', 1)
    expect(numbers).toEqual([1, 2, 3])
    expect(told).toMatchObject([
      { what: 'failed', number: 1, retryIn: 1 },
      { what: 'failed', number: 2, retryIn: 2 },
      { what: 'handled', number: 3 },
    ])
    const kept = await entry(id)
    expect(kept?.attempts.map(({ number, error }) => [number, error])).toEqual([
      [1, expect.stringMatching(/^Error: failure 1 at (?!\+233000000000)/)],
      [2, expect.stringContaining('failure 2')],
      [3, null],
    ])
    expect(kept?.finishedAt).not.toBeNull()
  })

  it('keeps what is behind it in its lane waiting, in order', async () => {
    const seen: string[] = []
    const { push, deliveries, until } = workshop({
      handler: ({ status }, { number }) => {
        seen.push(`${status} ${number}`)
        if (status === 'first' && number === 1) throw new Error('not now')
      },
    })
    deliveries.start()
    await push('a', 'first')
    await push('a', 'second')
    await until('done', 2)
    expect(seen).toEqual(['first 1', 'first 2', 'second 1'])
  })

  it('is recorded in a line that fits every store, whatever was thrown', async () => {
    const { push, deliveries, until, entry } = workshop({
      handler: () => {
        throw new Error(`\0\ud800${'x'.repeat(5_000)}`)
      },
      kind: { retry: { attempts: 1 } },
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('dead', 1)
    const error = (await entry(id))?.attempts[0]?.error ?? ''
    expect(error).toHaveLength(1_000)
    expect(error.startsWith(String.raw`Error: \u0000\ud800x`)).toBe(true)
  })
})

describe('a notification whose attempts have all failed', () => {
  it('is dead, and frees its lane', async () => {
    const seen: string[] = []
    const { push, deliveries, until, told, entry } = workshop({
      handler: ({ status }) => {
        seen.push(status)
        if (status === 'Sent') throw new Error('never')
      },
    })
    deliveries.start()
    await push('a', 'Sent')
    await push('a', 'Delivered')
    await until('done', 1)
    expect(seen).toEqual(['Sent', 'Sent', 'Sent', 'Delivered'])
    expect(told.map(({ what }) => what)).toEqual(['failed', 'failed', 'dead', 'handled'])
    expect(await entry(id)).toMatchObject({ state: 'dead', failures: 3 })
  })

  it('is told to onDead before it is dead, with all its attempts', async () => {
    const deaths: DeadNotification[] = []
    const asked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const broken = new Error('broken')
    const { push, deliveries, until, entry } = workshop({
      handler: () => Promise.reject(broken),
      kind: {
        onDead: (event, dead) => {
          expect(event.messageId).toBe('a')
          deaths.push(dead)
          asked.resolve()
          return go.promise
        },
      },
    })
    deliveries.start()
    await push('a', 'Sent')
    await asked.promise
    expect((await entry(id))?.state).toBe('running')
    go.resolve()
    await until('dead', 1)
    expect(deaths).toMatchObject([{ id, attempts: 3, error: broken }])
    expect(deaths[0]?.made.map(({ number, error }) => [number, error])).toEqual(
      [1, 2, 3].map((n) => [n, 'Error: broken']),
    )
  })

  it.each([
    ['fails', () => Promise.reject(new Error('onDead is broken')), 'onDead is broken'],
    ['takes longer than an attempt may', () => new Promise(() => undefined), 'onDead took longer than 20 ms'],
  ])('is dead although onDead %s', async (_name, onDead, message) => {
    const { push, deliveries, until, told } = workshop({
      handler: () => {
        throw new Error('broken')
      },
      kind: { onDead, retry: { attempts: 1, timeout: 20 } },
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('dead', 1)
    expect(told.at(-1)).toMatchObject({ what: 'onDeadFailed', id, error: { message } })
  })

  it('starts again when it is asked for again, and its attempts go on counting', async () => {
    let isMended = false
    const seen: [number, boolean][] = []
    const { push, deliveries, inbox, until } = workshop({
      handler: (_event, { number, replay }) => {
        seen.push([number, replay])
        if (!isMended) throw new Error('broken')
      },
      kind: { retry: { attempts: 2 } },
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('dead', 1)
    isMended = true
    expect(await inbox.replay('shop', id)).toBe(true)
    await until('done', 1)
    expect(seen).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })
})

describe('an attempt that takes too long', () => {
  it('has failed: its signal aborts, and what becomes of it is not looked at', async () => {
    const late = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const { push, deliveries, until, told } = workshop({
      handler: (_event, { number, signal }) => {
        signals.push(signal)
        return number === 1 ? late.promise : undefined
      },
      kind: { retry: { timeout: 15 } },
    })
    deliveries.start()
    await push('a', 'Sent')
    await until('done', 1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(signals[0]?.reason).toMatchObject({ code: 'FMW_ATTEMPT_TIMEOUT' })
    late.reject(new Error('too late to matter'))
    await new Promise(setImmediate)
    expect(told.map(({ what }) => what)).toEqual(['failed', 'handled'])
  })

  it('finds its signal aborted although it never looked at it before', async () => {
    const go = Promise.withResolvers<void>()
    let wasAborted: boolean | undefined
    const { push, deliveries, told } = workshop({
      handler: async (_event, attempt) => {
        if (attempt.number > 1) return
        await go.promise
        wasAborted = attempt.signal.aborted
      },
      kind: { retry: { timeout: 10 } },
    })
    deliveries.start()
    await push('a', 'Sent')
    await eventually(() => told.length > 0)
    go.resolve()
    await eventually(() => wasAborted !== undefined)
    expect(wasAborted).toBe(true)
  })
})
