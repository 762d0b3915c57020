import { describe, expect, it } from 'vitest'
import { defaultScreens } from '../../src/turns/screens.ts'
import { drive, prompt } from './drive.ts'

const never = () => new Promise<never>(() => undefined)

describe('A handler that does not answer within the budget', () => {
  it('is answered for with a waiting screen at the budget, not before and not after', () => {
    const { session, clock, reports } = drive(never)
    const turn = session('a').dial()

    clock.advance(5_999.9)
    expect(turn.isAnswered).toBe(false)
    expect(reports).toEqual([])

    clock.advance(0.1)
    expect(turn.screen).toBe('waiting: response "Please wait, we are working on it. Reply 1 to check."')
    expect(turn.answeredAt).toBe(6_000)
    expect(reports).toEqual([{ deadline: 'wait', ms: 6_000 }])
  })

  it('is measured from the arrival of the request: what reading it took is gone from the budget', () => {
    const { push, clock } = drive(never)
    clock.advance(2_500)
    const turn = push({ sessionId: 'a', type: 'initiation' }, 1_000)

    clock.advance(4_500)
    expect(turn.answeredAt).toBe(7_000)
  })

  it('is answered for at once when reading the request took the whole budget', () => {
    const { push, clock } = drive(never)
    clock.advance(9_000)
    const turn = push({ sessionId: 'a', type: 'initiation' }, 1_000)

    clock.advance(0)
    expect(turn.screen).toBe('waiting: response "Please wait, we are working on it. Reply 1 to check."')
    expect(turn.answeredAt).toBe(9_000)
  })

  it('has its signal left alone: the work goes on', () => {
    const signals: AbortSignal[] = []
    const { session, clock, turns } = drive((_push, { signal }) => {
      signals.push(signal)
      return never()
    })
    session('a').dial()
    clock.advance(6_000)

    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    expect(turns.working).toBe(1)
  })

  it('says what the settings say, and hands the last ClientState on once more', () => {
    const { push, clock } = drive(never, { screensFor: () => ({ ...defaultScreens, waiting: 'One moment' }) })
    const turn = push({ sessionId: 'a', type: 'response', message: '1', clientState: 'step=2' })
    clock.advance(6_000)

    expect(turn.reply).toMatchObject({ message: 'One moment', clientState: 'step=2', type: 'response' })
  })

  it('leaves out a ClientState that the service could not carry back', () => {
    const { push, clock } = drive(never)
    const turn = push({ sessionId: 'a', type: 'response', message: '1', clientState: 'x'.repeat(101) })
    clock.advance(6_000)

    expect(turn.reply.clientState).toBeUndefined()
  })

  it('does not hold up other sessions', () => {
    const { session, clock } = drive((push) => (push.sessionId === 'slow' ? never() : prompt('Fast')))
    const slow = session('slow').dial()

    expect(session('fast').dial().screen).toBe('handler: response "Fast"')
    expect(slow.isAnswered).toBe(false)
    clock.advance(6_000)
    expect(slow.isAnswered).toBe(true)
  })

  it('has a budget of its own for each of thousands at once', () => {
    const { session, clock } = drive(never, { budget: 1_500 })
    const turns = Array.from({ length: 2_000 }, (_, index) => session(`s${index}`).dial())
    clock.advance(1_500)

    expect(new Set(turns.map(({ answeredAt }) => answeredAt))).toEqual(new Set([1_500]))
  })
})
