import { describe, expect, it } from 'vitest'
import { driveKept, prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

/** `onLeave` that keeps the states it saw. */
function watched() {
  const states: unknown[] = []
  const onLeave = (_event: unknown, { state }: { readonly state: unknown }): void => {
    states.push(state)
  }
  return { states, onLeave }
}

describe('onLeave', () => {
  it('runs once over all processes, with the last state, whichever ran the turns', async () => {
    const { start } = world()
    const { states, onLeave } = watched()
    const instances = [1, 2, 3].map(() => start(() => prompt('Welcome', { state: { basket: ['tea'] } }), { onLeave }))
    instances[0]?.session('a').dial()
    await settled()
    for (const { session } of instances) {
      session('a', 1).release()
      session('a', 2).timeout()
    }
    await settled()
    instances[1]?.session('a', 3).timeout()
    await settled()

    expect(states).toEqual([{ basket: ['tea'] }])
  })

  it('runs for a session that the store does not know, without a state', async () => {
    const { states, onLeave } = watched()
    const { session } = driveKept(() => prompt('Welcome'), { onLeave })
    session('a', 1).release()
    await settled()

    expect(states).toEqual([undefined])
  })

  it('runs although the store says nothing, after the budget, and not again when it recovers', async () => {
    const { states, onLeave } = watched()
    const store = failingStore()
    const { session, clock } = driveKept(() => prompt('Welcome', { state: 1 }), { onLeave, through: store.through })
    session('a').dial()
    await settled()
    store.fail('hangs')
    session('a', 1).release()
    clock.advance(5_999)
    await settled()
    expect(states).toEqual([])
    clock.advance(1)
    expect(states).toEqual([undefined])
    store.recover()
    await settled()

    expect(states).toEqual([undefined])
    expect(clock.pending).toBe(0)
  })

  it('runs once here while the store refuses, however often the release comes', async () => {
    const { states, onLeave } = watched()
    const store = failingStore()
    const { session, clock } = driveKept(() => prompt('Welcome'), { onLeave, through: store.through })
    store.fail('refuses')
    const line = session('a', 1)
    line.release()
    await settled()
    line.timeout()
    await settled()
    clock.advance(6_000)
    await settled()
    line.timeout()
    await settled()

    expect(states).toEqual([undefined])
  })

  it('waits for a store that recovers within the budget: then it sees the state', async () => {
    const { states, onLeave } = watched()
    const store = failingStore()
    const { session, clock } = driveKept(() => prompt('Welcome', { state: 1 }), { onLeave, through: store.through })
    session('a').dial()
    await settled()
    store.fail('refuses', 'end')
    session('a', 1).release()
    await settled()
    store.recover()
    clock.advance(50)
    await settled()

    expect(states).toEqual([1])
    expect(clock.pending).toBe(0)
  })

  it('runs when the store cannot be told for as long as the session would live, and that is said', async () => {
    const { states, onLeave } = watched()
    const store = failingStore()
    const { session, clock, reports, turns } = driveKept(() => prompt('Welcome'), { onLeave, through: store.through })
    store.fail('refuses')
    session('a', 1).release()
    for (let second = 0; second < 100; second++) {
      clock.advance(1_000)
      await settled()
    }

    expect(states).toEqual([undefined])
    expect(reports).toEqual([{ lost: 'a' }])
    expect(turns.sessionCount).toBe(0)
    expect(clock.pending).toBe(0)
  })

  it('that throws is reported, and the answer stands', async () => {
    const error = new Error('No database')
    const { session, reports } = driveKept(() => prompt('Welcome'), {
      onLeave: () => {
        throw error
      },
    })
    const left = session('a', 1).release()
    await settled()

    expect(left.source).toBe('ended')
    expect(reports).toEqual([{ failed: error, place: 'onLeave', secrets: [''] }])
  })
})
