import { describe, expect, it } from 'vitest'
import { programmableReplies } from '../../../src/replies/index.ts'
import { driveKept, end, prompt, settled } from './drive-kept.ts'

const failed = 'failed: release "Sorry, something went wrong. Try later."'

describe('A handler', () => {
  it('that throws, rejects, or returns no reply of its channel fails its turn politely, and the reply is kept', async () => {
    const error = new Error('No database')
    const ends = new Map<string, () => unknown>([
      [
        'throws',
        () => {
          throw error
        },
      ],
      ['rejects', () => Promise.reject(error)],
      ['nothing', () => undefined],
      ['later', async () => 7],
      ['other', () => programmableReplies().end('Goodbye')],
    ])
    const { session, reports } = driveKept(({ sessionId }) => ends.get(sessionId)?.())
    const turns = [...ends.keys()].map((id) => session(id).dial())
    await settled()
    const again = [...ends.keys()].map((id) => session(id).dial())
    await settled()

    expect(turns.map(({ screen }) => screen)).toEqual(Array(5).fill(failed))
    expect(again.map(({ screen }) => screen)).toEqual(Array(5).fill(failed.replace('failed', 'repeated')))
    expect(reports.map((report) => ('failed' in report ? report.failed : report))).toEqual([
      error,
      expect.objectContaining({ code: 'FMW_NO_REPLY' }),
      expect.objectContaining({ code: 'FMW_NO_REPLY' }),
      error,
      expect.objectContaining({ code: 'FMW_NO_REPLY' }),
    ])
  })

  it('is told how long it has, less what the store took of it; 0 once it is answered for', async () => {
    const left: number[] = []
    const { push, clock } = driveKept((_event, turn) => {
      left.push(turn.remaining())
      return new Promise(() => {
        clock.after(7_000, () => left.push(turn.remaining()))
      })
    })
    clock.advance(1_500)
    push({ sessionId: 'a', type: 'initiation' }, 1_000)
    await settled()
    clock.advance(8_000)

    expect(left).toEqual([5_500, 0])
  })

  it('that holds the event loop is reported', async () => {
    const { session, reports, clock } = driveKept(() => {
      clock.advance(150)
      return end('Goodbye')
    })
    session('a').dial()
    await settled()

    expect(reports).toEqual([{ blocked: 150 }])
  })

  it('is counted while it runs', async () => {
    const work = Promise.withResolvers<unknown>()
    const { session, turns } = driveKept(() => work.promise)
    session('a').dial()
    session('b').dial()
    await settled()
    expect(turns.working).toBe(2)
    expect(turns.sessionCount).toBe(2)
    work.resolve(prompt('Welcome'))
    await settled()

    expect(turns.working).toBe(0)
  })

  it('does not see a type that it does not take: that is released, without a word to the store', async () => {
    const { push, reports, turns } = driveKept(() => prompt('Never'))
    const turn = push({ sessionId: 'a', type: 'hijack', sequence: 1 })

    expect(turn.screen).toBe('unknownType: release "Sorry, this is not available. Please dial again."')
    expect(reports).toEqual([{ odd: 'a type that is not known' }])
    expect(turns.sessionCount).toBe(0)
  })
})
