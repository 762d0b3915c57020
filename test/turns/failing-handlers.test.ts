import { describe, expect, it } from 'vitest'
import { programmableReplies } from '../../src/replies/index.ts'
import { defaultScreens } from '../../src/turns/screens.ts'
import { drive, prompt, settled } from './drive.ts'

const polite = 'failed: release "Sorry, something went wrong. Try later."'

const noReplies: [string, unknown, string][] = [
  ['nothing', undefined, 'undefined'],
  ['null', null, 'null'],
  ['a text', 'Welcome', 'string'],
  ['a function', () => prompt('Welcome'), 'function'],
  ['a plain object with the fields of a reply', { ...prompt('Welcome') }, 'object'],
  ['an object with the prototype of a reply', Object.create(Object.getPrototypeOf(prompt('Welcome'))), 'object'],
  ['a copy of a reply', structuredClone({ ...prompt('Welcome') }), 'object'],
  ['a reply of the other channel', programmableReplies().prompt('Welcome'), 'a reply of a programmable turn'],
]

describe.each([
  ['sync', (value: unknown) => value],
  ['async', async (value: unknown) => value],
] as const)('An %s handler', (_how, give) => {
  it.each(noReplies)(
    'that returns %s ends in a polite release, and the log names what it was',
    async (_what, value, named) => {
      const { session, reports } = drive(() => give(value))
      const turn = session('a').dial()
      await settled()

      expect(turn.screen).toBe(polite)
      expect(reports).toHaveLength(1)
      expect(reports[0]).toMatchObject({
        failed: { code: 'FMW_NO_REPLY', message: expect.stringContaining(`ussd turn returned ${named}:`) },
        place: 'handler',
      })
    },
  )
})

describe('A handler', () => {
  it('that throws ends in a polite release without a word of the error', () => {
    const error = new Error('connect ECONNREFUSED 10.0.0.5:5432')
    const { session, reports } = drive(() => {
      throw error
    })

    expect(session('a').dial().screen).toBe(polite)
    expect(reports).toEqual([{ failed: error, place: 'handler' }])
  })

  it('that rejects ends in a polite release without a word of the error', async () => {
    const error = new Error('connect ECONNREFUSED 10.0.0.5:5432')
    const { session, reports, turns, clock } = drive(() => Promise.reject(error))
    const turn = session('a').dial()
    await settled()

    expect(turn.screen).toBe(polite)
    expect(reports).toEqual([{ failed: error, place: 'handler' }])
    expect(turns.working).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('may throw anything at all', () => {
    const thrown = [undefined, null, 'text', 0, prompt('a reply is to be returned')]
    const { push, reports } = drive(({ message }) => {
      throw thrown[Number(message)]
    })
    const screens = thrown.map(
      (_value, index) => push({ sessionId: `s${index}`, type: 'initiation', message: String(index) }).screen,
    )

    expect(screens).toEqual(Array(thrown.length).fill(polite))
    expect(reports).toEqual(thrown.map((failed) => ({ failed, place: 'handler' })))
  })

  it('that fails ends its session, in the words of the settings, with the last ClientState', () => {
    const { push } = drive(
      () => {
        throw new Error('No stock')
      },
      { screensFor: () => ({ ...defaultScreens, failed: 'Call us' }) },
    )
    const failed = push({ sessionId: 'a', type: 'response', message: '1', sequence: 2, clientState: 'step=2' })

    expect(failed.reply).toMatchObject({ type: 'release', message: 'Call us', clientState: 'step=2' })
    expect(push({ sessionId: 'a', type: 'response', message: '2', sequence: 3 }).source).toBe('ended')
  })

  it('that fails leaves the state as it was before', () => {
    const states: unknown[] = []
    const { session } = drive(
      (push) => {
        if (push.type === 'initiation') return prompt('Welcome', { state: 'kept' })
        throw new Error('No stock')
      },
      { onLeave: (_event, { state }) => states.push(state) },
    )
    const line = session('a')
    line.dial()
    line.send('1')
    line.release()

    expect(states).toEqual(['kept'])
  })

  it('that fails does not keep the next session from being served', () => {
    const { session } = drive(({ sessionId }) => {
      if (sessionId === 'a') throw new Error('No stock')
      return prompt('Welcome')
    })
    session('a').dial()

    expect(session('b').dial().source).toBe('handler')
  })
})
