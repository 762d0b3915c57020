import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

describe('What an attacker tried', () => {
  it('a service that counts from 0 is served', () => {
    const { push } = drive(() => prompt('Welcome'))
    expect(push({ sessionId: 'a', type: 'initiation', sequence: 0 }).source).toBe('handler')
  })

  it('more copies of one turn than may wait are told to try again, and the others get its answer', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, reports } = drive(() => work.promise)
    const copies = Array.from({ length: 300 }, () => push({ sessionId: 'a', type: 'initiation', sequence: 1 }))
    expect(copies.filter(({ isAnswered }) => isAnswered)).toHaveLength(43)
    expect(new Set(copies.slice(257).map(({ source }) => source))).toEqual(new Set(['busy']))
    expect(reports).toHaveLength(43)
    work.resolve(prompt('Bought'))
    await settled()

    expect(new Set(copies.slice(1, 257).map(({ source }) => source))).toEqual(new Set(['repeated']))
  })

  it('a message of 60 kB is known again without being kept', () => {
    let runs = 0
    const { push } = drive(() => {
      runs += 1
      return prompt(`Screen ${runs}`)
    })
    const long = { sessionId: 'a', type: 'response', sequence: 2, message: 'x'.repeat(60_000) } as const
    push(long)
    expect(push(long).source).toBe('repeated')
    expect(push({ ...long, message: `${'x'.repeat(59_999)}y` }).source).toBe('handler')
    expect(runs).toBe(2)
  })

  it('a promise of its own making cannot leave a turn without an answer', async () => {
    const thenable = Promise.resolve(prompt('Welcome'))
    Object.defineProperty(thenable, 'then', {
      get() {
        throw new Error('no then')
      },
    })
    const { push, reports } = drive(() => thenable)
    const first = push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    await settled()

    expect(first.source).toBe('failed')
    expect(reports).toHaveLength(1)
  })

  it('the answer to a sensitive screen stays secret over a waiting screen', async () => {
    const { push, turns, clock } = drive((event) =>
      event.message === '1' ? new Promise(() => undefined) : prompt('Enter your PIN', { maskNext: true }),
    )
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    push({ sessionId: 'a', type: 'response', sequence: 2, message: '1' })
    clock.advance(6_000)
    const event = push({ sessionId: 'b', type: 'initiation', sequence: 1 }).event

    expect(turns.masksAnswer({ ...event, sessionId: 'a', type: 'response', sequence: 3, message: '7391' })).toBe(true)
  })
})
