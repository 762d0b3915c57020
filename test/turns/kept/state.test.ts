import { describe, expect, it } from 'vitest'
import { driveKept, end, prompt, settled, world } from './drive-kept.ts'

const shows = (state: unknown, isNew: boolean) => `${JSON.stringify(state)} ${isNew}`

describe('The state of a session', () => {
  it('travels in the reply to the next turn, which may reach another process', async () => {
    const { start } = world()
    const handler: Parameters<typeof start>[0] = ({ type }, turn) =>
      type === 'initiation' ? prompt('Welcome', { state: { basket: ['tea'] } }) : prompt(shows(turn.state, turn.isNew))
    const [one, other] = [start(handler), start(handler)]
    const first = one.session('a').dial()
    await settled()
    const second = other.session('a', 1).send('1')
    await settled()

    expect(first.screen).toBe('handler: response "Welcome"')
    expect(second.screen).toBe('handler: response "{"basket":["tea"]} false"')
    expect([...one.reports, ...other.reports]).toEqual([])
  })

  it('stays when a reply carries none, and goes when it carries null', async () => {
    const { session } = driveKept(({ message }, turn) => {
      if (message === '*713#') return prompt('Welcome', { state: 7 })
      return prompt(shows(turn.state, turn.isNew), message === 'clear' ? { state: null } : undefined)
    })
    const line = session('a')
    line.dial()
    const screens: string[] = []
    for (const message of ['keep', 'clear', 'look']) {
      await settled()
      const turn = line.send(message)
      await settled()
      screens.push(turn.reply.message)
    }

    expect(screens).toEqual(['7 false', '7 false', 'undefined false'])
  })

  it('is not that of another session', async () => {
    const { session } = driveKept(({ type, sessionId }, turn) =>
      type === 'initiation' ? prompt('Welcome', { state: sessionId }) : end(shows(turn.state, turn.isNew)),
    )
    const lines = ['a', 'b', 'c'].map(session)
    for (const line of lines) line.dial()
    await settled()
    const turns = lines.map((line) => line.send('1'))
    await settled()

    expect(turns.map(({ reply }) => reply.message)).toEqual(['"a" false', '"b" false', '"c" false'])
  })

  it('is new with the first push of a session that the store does not know, whatever its type', async () => {
    const { push } = driveKept((_push, turn) => prompt(shows(turn.state, turn.isNew)))
    const turn = push({ sessionId: 'a', type: 'response', message: '1', sequence: 4 })
    await settled()

    expect(turn.reply.message).toBe('undefined true')
  })

  it('that cannot be kept fails the turn, and changes nothing', async () => {
    const { session, reports } = driveKept(({ message }, turn) => {
      if (message === '*713#') return prompt('Welcome', { state: 'kept' })
      return message === '1' ? prompt('Never', { state: () => undefined }) : prompt(shows(turn.state, turn.isNew))
    })
    const line = session('a')
    line.dial()
    await settled()
    const turn = line.send('1')
    await settled()

    expect(turn.screen).toBe('failed: release "Sorry, something went wrong. Try later."')
    expect(reports).toEqual([{ failed: expect.objectContaining({ code: 'FMW_STATE' }), place: 'handler' }])
  })

  it('leaves nothing behind in the process once every turn is answered', async () => {
    const { session, turns, clock } = driveKept(async () => prompt('Welcome'))
    for (const id of ['a', 'b', 'c']) session(id).dial()
    await settled()

    expect(turns.sessionCount).toBe(0)
    expect(turns.working).toBe(0)
    expect(clock.pending).toBe(0)
  })
})
