import { describe, expect, it } from 'vitest'
import type { TurnStore } from '../../../src/store/turn-store.ts'
import type { AnyHandler } from '../drive.ts'
import { prompt, settled, world } from './drive-kept.ts'
import { asObject } from './failing-store.ts'

const interrupted = 'interrupted: release "Sorry, something went wrong. Try later."'
const never = () => new Promise(() => undefined)

/** A handler that counts. */
function counting() {
  const runs: string[] = []
  const handler: AnyHandler = ({ message }) => {
    runs.push(message)
    return prompt(`Took ${message}`)
  }
  return { runs, handler }
}

describe('A turn whose process ended in its handler', () => {
  it('is not run again: the same turn gets a polite release, and gets it again', async () => {
    const { start } = world()
    const { handler, runs } = counting()
    const dead = start(never)
    dead.session('a').send('1')
    await settled()
    await dead.kill()
    const alive = start(handler)
    const again = alive.session('a').send('1')
    await settled()
    const once = alive.session('a').send('1')
    await settled()

    expect(again.screen).toBe(interrupted)
    expect(once.screen).toBe('repeated: release "Sorry, something went wrong. Try later."')
    expect(runs).toEqual([])
  })

  it('ends its session: the turn after it gets a polite release, and those after that a release', async () => {
    const { start } = world()
    const { handler, runs } = counting()
    const dead = start(never)
    dead.session('a').dial()
    await settled()
    await dead.kill()
    const line = start(handler).session('a', 1)
    const next = line.send('1')
    await settled()
    const after = line.send('2')
    await settled()

    expect(next.screen).toBe(interrupted)
    expect(after.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(runs).toEqual([])
  })

  it('frees whoever waits for it in another process at once', async () => {
    const { start } = world()
    const { handler, runs } = counting()
    const [dead, alive] = [start(never), start(handler)]
    dead.session('a').dial()
    await settled()
    const [copy, next] = [alive.session('a').dial(), alive.session('b', 1)]
    await settled()
    expect(copy.isAnswered).toBe(false)
    await dead.kill()
    await settled()

    expect(copy.screen).toBe(interrupted)
    expect(next.send('1').isAnswered).toBe(false)
    await settled()
    expect(runs).toEqual(['1'])
  })

  it('after its waiting screen: the next turn gets a polite release', async () => {
    const { start, clock } = world()
    const { handler, runs } = counting()
    const [dead, alive] = [start(never), start(handler)]
    dead.session('a').dial()
    await settled()
    clock.advance(6_000)
    await settled()
    await dead.kill()
    const next = alive.session('a', 1).send('1')
    await settled()

    expect(next.screen).toBe(interrupted)
    expect(runs).toEqual([])
  })

  it('where the handler goes on from a record of its own: the same turn runs it too, and so does the next', async () => {
    const { start } = world()
    const { handler, runs } = counting()
    const dead = start(({ sessionId, type }) =>
      sessionId === 'a' && type === 'initiation' ? prompt('Welcome', { state: 1 }) : never(),
    )
    const line = dead.session('a')
    line.dial()
    await settled()
    line.send('1')
    dead.session('b').dial()
    await settled()
    await dead.kill()
    const alive = start(handler, { resumes: true })
    const [next, same] = [alive.session('a', 2).send('2'), alive.session('b').dial()]
    await settled()

    expect(next.screen).toBe('handler: response "Took 2"')
    expect(same.screen).toBe('handler: response "Took *713#"')
    expect(runs).toEqual(['2', '*713#'])
  })

  it('gives up what still runs here, where the store took this process for dead', async () => {
    const signals: AbortSignal[] = []
    const lost = { state: null, isOver: false, masksAnswer: false, late: null }
    const forgetful = (store: TurnStore): TurnStore => ({
      ...asObject(store),
      open: async (opening) =>
        opening.sequence === 1
          ? store.open(opening)
          : { status: 'opened', fence: 'f', isNew: false, isInterrupted: true, isOddSequence: false, session: lost },
    })
    const { start } = world()
    const { session, reports } = start(
      (_push, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
      { through: forgetful },
    )
    const line = session('a')
    const running = line.dial()
    await settled()
    line.send('1')
    await settled()

    expect(running.screen).toBe('ended: release "This has ended. Please dial again."')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(reports).toEqual([{ fenced: 'a' }])
  })
})
