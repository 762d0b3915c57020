import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

const flood = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe('A flood of turns in one session', () => {
  it('waits up to 64 turns; those beyond are released at once, the session goes on', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, reports } = drive(({ message }) =>
      message === '*713#' ? work.promise : prompt(`Took ${message}`),
    )
    const line = session('a')
    line.dial()
    const turns = flood(70).map((message) => line.send(message))
    const refused = turns.slice(63)

    expect(new Set(refused.map(({ screen }) => screen))).toEqual(
      new Set(['busy: release "Sorry, we are busy. Try again soon."']),
    )
    expect(reports).toEqual(Array(7).fill({ odd: 'no room for another turn: as many as may be wait in its session' }))
    work.resolve(prompt('Welcome'))
    await settled()
    expect(turns.slice(0, 63).map(({ screen }) => screen)).toEqual(
      flood(63).map((message) => `handler: response "Took ${message}"`),
    )
    expect(line.send('after').screen).toBe('handler: response "Took after"')
  })

  it('is ended by a release at once, every turn of it answered', () => {
    const { session, clock } = drive(() => new Promise(() => undefined))
    const line = session('a')
    const turns = [line.dial(), ...flood(10_000).map((message) => line.send(message))]
    line.release()

    expect(turns.every(({ isAnswered }) => isAnswered)).toBe(true)
    expect(clock.pending).toBe(0)
  })

  it('may still be joined by repeats, which take no further place', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push } = drive(() => work.promise)
    const turn = { sessionId: 'a', type: 'response', message: '1', sequence: 1 } as const
    const copies = flood(200).map(() => push(turn))
    work.resolve(prompt('Bought'))
    await settled()

    expect(copies.map(({ source }) => source)).toEqual(['handler', ...Array(199).fill('repeated')])
  })
})
