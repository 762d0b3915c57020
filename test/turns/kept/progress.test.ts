import { describe, expect, it } from 'vitest'
import type { Work } from '../../../src/turns/turn.ts'
import type { AnyHandler } from '../drive.ts'
import { driveKept, prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

const mark = { key: 'phone', within: 600_000 }

/** Says how far it has come, and never ends. */
const unending = (work: Work<'ussd'>): Promise<never> => {
  work.progress = { write: () => '{"step":2}', mark: () => mark }
  return new Promise(() => undefined)
}

/** Shows the state it has; what is entered as `slow` it works on for ever. */
const stating: AnyHandler = ({ message }, turn, work) =>
  message === 'slow' ? unending(work) : prompt(`State ${JSON.stringify(turn.state)}`)

describe('How far a handler has come, in a store', () => {
  it('is committed with the waiting screen, and is there for another process after a kill', async () => {
    const { start } = world()
    const dead = start(stating, { resumes: true })
    const line = dead.session('a')
    line.send('slow')
    await settled()
    dead.clock.advance(6_000)
    await settled()
    await dead.kill()
    const alive = start(stating, { resumes: true })
    expect(await alive.turns.resumable('phone')).toMatchObject({ state: '{"step":2}', seenFor: null })
    const next = alive.session('a', 1).send('1')
    await settled()
    expect(next.screen).toBe('handler: response "State {"step":2}"')
  })

  it('is committed with a release at the deadline', async () => {
    const { session, clock, turns } = driveKept(stating, { onDeadline: 'release' })
    const turn = session('a').send('slow')
    await settled()
    clock.advance(6_000)
    await settled()
    expect(turn.source).toBe('deadline')
    expect(await turns.resumable('phone')).toMatchObject({ state: '{"step":2}', seenFor: null })
  })

  it('leaves the state as it is where nobody says how far that is', async () => {
    const { session, clock, turns } = driveKept(
      (_push, _turn, work) => {
        work.resume = mark
        return new Promise(() => undefined)
      },
      { onDeadline: 'release' },
    )
    session('a').send('slow')
    await settled()
    clock.advance(6_000)
    await settled()
    expect(await turns.resumable('phone')).toBeNull()
  })

  it.each([
    ['goes on from a record of its own', true, 'late: response "State {"step":2}"'],
    ['does not', false, 'late: release "Sorry, something went wrong. Try later."'],
  ])(
    'is gone on from after a waiting screen that went out before the store spoke, where the handler %s',
    async (_what, resumes, screen) => {
      const { start } = world()
      const dead = start(stating, { resumes })
      dead.session('a').send('slow')
      await settled()
      dead.clock.advance(6_000)
      await settled()
      await dead.kill()
      const store = failingStore()
      const alive = start(stating, { resumes, through: store.through })
      store.fail('hangs', 'open')
      const answer = { sessionId: 'a', type: 'response', sequence: 2 } as const
      const hurried = alive.push({ ...answer, message: '1' }, alive.clock.monotonic() - 5_700)
      await settled()
      alive.clock.advance(300)
      await settled()
      expect(hurried.source).toBe('waiting')
      store.recover()
      await settled()
      const next = alive.push({ ...answer, message: '2', sequence: 3 })
      await settled()
      expect(next.screen).toBe(screen)
    },
  )
})
