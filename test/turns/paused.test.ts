import { describe, expect, it } from 'vitest'
import { frenchWords } from '../../src/conversation/french-words.ts'
import type { Reply } from '../../src/replies/index.ts'
import { defaultScreens } from '../../src/turns/screens.ts'
import { type AnyHandler, drive, prompt, settled } from './drive.ts'
import { driveKept, settled as settledKept } from './kept/drive-kept.ts'

const polite = 'paused: release "Sorry, this service is paused. Please try again later."'

/** Turns whose kind is stopped and started by hand. */
function pausable(handler: AnyHandler, where: typeof drive | typeof driveKept) {
  const stop = { isOn: false }
  return { ...where(handler, { stop }), pause: () => (stop.isOn = true), start: () => (stop.isOn = false) }
}

describe.each([
  ['in memory', drive, settled],
  ['with a store', driveKept, settledKept],
] as const)('a turn of a stopped kind %s', (_where, where, settle) => {
  it('gets a polite release at once, runs nothing and opens no session, until the kind is started', async () => {
    let runs = 0
    const driven = pausable(() => {
      runs += 1
      return prompt('Welcome')
    }, where)
    driven.pause()
    const turn = driven.push({ sessionId: 'a', type: 'initiation', clientState: 'step=2' })
    expect(turn.screen).toBe(polite)
    expect(turn.reply.clientState).toBe('step=2')
    expect({ runs, sessions: driven.turns.sessionCount }).toEqual({ runs: 0, sessions: 0 })
    driven.start()
    const later = driven.session('b').dial()
    await settle()
    expect(later.screen).toBe('handler: response "Welcome"')
  })

  it('of an open session leaves that as it was: it goes on where it stood', async () => {
    const driven = pausable((event, turn) => prompt(`${turn.state ?? 'none'}`, { state: event.message }), where)
    const line = driven.session('a')
    line.dial()
    await settle()
    driven.pause()
    expect(line.send('1').screen).toBe(polite)
    driven.start()
    // Nothing was made of that push: the service sends it again.
    const again = driven.push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    await settle()
    expect(again.screen).toBe('handler: response "*713#"')
  })

  it('that is at work when it is stopped ends as always, and answers its repeats', async () => {
    const work = Promise.withResolvers<Reply>()
    const driven = pausable(() => work.promise, where)
    const asked = { sessionId: 'a', type: 'response', message: '1', sequence: 1 } as const
    const first = driven.push(asked)
    await settle()
    driven.pause()
    const again = driven.push(asked)
    expect([first.isAnswered, again.isAnswered]).toEqual([false, false])
    expect(driven.push({ ...asked, sequence: 2, message: '2' }).screen).toBe(polite)
    work.resolve(prompt('Bought'))
    await settle()
    expect([first.screen, again.screen]).toEqual(['handler: response "Bought"', 'repeated: response "Bought"'])
  })

  it('is left as always: release and timeout end the session', async () => {
    const left: string[] = []
    const stop = { isOn: false }
    const driven = where(() => prompt('Welcome'), {
      stop,
      onLeave: ({ type }) => void left.push(type),
    })
    const [one, other] = [driven.session('a'), driven.session('b')]
    for (const line of [one, other]) line.dial()
    await settle()
    stop.isOn = true
    const ends = [one.release(), other.timeout()]
    await settle()
    expect(ends.map(({ source }) => source)).toEqual(['ended', 'ended'])
    expect(left).toEqual(['release', 'timeout'])
  })

  it('is answered in the words that its session spoke', () => {
    const driven = where(() => prompt('Welcome'), {
      stop: { isOn: true },
      screensFor: () => ({ ...defaultScreens, paused: frenchWords.paused }),
    })
    expect(driven.session('a').dial().reply.message).toBe('Désolé, ce service est suspendu. Réessayez plus tard.')
  })
})

describe('a repeat of a turn of a stopped kind', () => {
  it('that was answered before gets that answer, where this process has it', async () => {
    const driven = pausable(() => prompt('Welcome'), drive)
    const asked = { sessionId: 'a', type: 'initiation', sequence: 1 } as const
    driven.push(asked)
    driven.pause()
    expect(driven.push(asked).screen).toBe('repeated: response "Welcome"')
    expect(driven.push({ ...asked, sequence: 3 }).screen).toBe(polite)
  })
})
