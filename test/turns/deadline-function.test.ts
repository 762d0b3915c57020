import { describe, expect, it } from 'vitest'
import { programmableReplies } from '../../src/replies/index.ts'
import type { OnDeadline } from '../../src/turns/turns-settings.ts'
import { drive, prompt, settled } from './drive.ts'

type DeadlineFunction = Exclude<OnDeadline<'ussd'>, string>

function slow(onDeadline: DeadlineFunction) {
  const signals: AbortSignal[] = []
  const work = Promise.withResolvers<unknown>()
  const driven = drive(
    (_push, { signal }) => {
      signals.push(signal)
      return work.promise
    },
    { onDeadline },
  )
  return { ...driven, signals, work }
}

// What code without types may give back.
function returning(value: unknown): DeadlineFunction {
  const given: unknown = () => value
  if (isDeadlineFunction(given)) return given
  throw new Error('not a function')
}

function isDeadlineFunction(value: unknown): value is DeadlineFunction {
  return typeof value === 'function'
}

const waiting = 'waiting: response "Please wait, we are working on it. Reply 1 to check."'

describe('A deadline function', () => {
  it('may keep the session waiting with words of its own', async () => {
    const { session, clock, signals, work } = slow((push, { wait }) => wait(`Still busy with ${push.message}`))
    const line = session('a')
    const turn = line.dial()
    clock.advance(6_000)
    expect(turn.screen).toBe('waiting: response "Still busy with *713#"')
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])

    work.resolve(prompt('Bought'))
    await settled()
    expect(line.send('1').screen).toBe('late: response "Bought"')
  })

  it('may release with words of its own, which gives the work up', () => {
    const { session, clock, signals, reports } = slow((_push, { release }) => release('Dial again in a minute'))
    const turn = session('a').dial()
    clock.advance(6_000)

    expect(turn.screen).toBe('deadline: release "Dial again in a minute"')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(reports).toEqual([{ deadline: 'release', ms: 6_000 }])
  })

  it('may release a turn that adopted the work: everybody else who waits goes with it', () => {
    const { session, clock, signals } = slow((push, { wait, release }) =>
      push.type === 'initiation' ? wait('Wait') : release('Enough'),
    )
    const line = session('a')
    line.dial()
    clock.advance(6_000)
    const adopter = line.send('1')
    clock.advance(1_000)
    const another = line.send('2')
    clock.advance(5_000)

    expect(adopter.screen).toBe('deadline: release "Enough"')
    expect(another.screen).toBe('deadline: release "Sorry, something went wrong. Try later."')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(clock.pending).toBe(0)
  })

  it('hands the last ClientState on in both', () => {
    const both = slow((push, { wait, release }) => (push.message === 'w' ? wait('Wait') : release('Leave')))
    const pushed = ['w', 'r'].map((message) =>
      both.push({ sessionId: message, type: 'response', message, clientState: 'step=2' }),
    )
    both.clock.advance(6_000)

    expect(pushed.map(({ reply }) => reply.clientState)).toEqual(['step=2', 'step=2'])
  })

  it('that throws leaves the subscriber with the waiting screen, and says so', () => {
    const error = new Error('No template')
    const { session, clock, reports } = slow(() => {
      throw error
    })
    const turn = session('a').dial()
    clock.advance(6_000)

    expect(turn.screen).toBe(waiting)
    expect(reports).toEqual([
      { failed: error, place: 'onDeadline' },
      { deadline: 'wait', ms: 6_000 },
    ])
  })

  it('whose words cannot be a screen leaves the waiting screen, and says so', () => {
    const { session, clock, reports } = slow((_push, { wait }) => wait('  '))
    const turn = session('a').dial()
    clock.advance(6_000)

    expect(turn.screen).toBe(waiting)
    expect(reports[0]).toMatchObject({ failed: { code: 'FMW_REPLY_TEXT' }, place: 'onDeadline' })
  })

  it.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a text', 'Wait', 'string'],
    ['an object of its own', { Type: 'Response', Message: 'Wait' }, 'object'],
    ['a reply of the other channel', programmableReplies().end('Bye'), 'a reply of a programmable turn'],
  ])('that returns %s leaves the waiting screen, and says so', (_what, value, named) => {
    const { session, clock, reports } = slow(returning(value))
    const turn = session('a').dial()
    clock.advance(6_000)

    expect(turn.screen).toBe(waiting)
    expect(reports[0]).toMatchObject({
      failed: { code: 'FMW_NO_REPLY', message: expect.stringContaining(`returned ${named}:`) },
      place: 'onDeadline',
    })
  })

  it('that is async leaves the waiting screen, and a rejection ends nothing', async () => {
    const error = new Error('No template')
    const { session, clock, reports } = slow(returning(Promise.reject(error)))
    const turn = session('a').dial()
    clock.advance(6_000)
    await settled()

    expect(turn.screen).toBe(waiting)
    expect(reports).toContainEqual({ failed: error, place: 'onDeadline' })
  })
})
