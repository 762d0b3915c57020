import { describe, expect, it } from 'vitest'
import { againBy, effectOf } from '../../../src/testing/store-suite/samples.ts'
import { openMemory } from './opened.ts'

describe('what the memory store keeps of effects is bounded', () => {
  it('keeps as many effects as it may: the one that was begun first goes, but never one that runs', async () => {
    const { turns } = openMemory({ effects: 2 })
    const [running, first, second, third] = [effectOf(), effectOf(), effectOf(), effectOf()]
    await turns.begin(running)
    for (const effect of [first, second, third]) {
      expect(await turns.begin(effect)).toEqual({ status: 'begun' })
      await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '1' })
    }
    expect(await turns.begin(againBy(third))).toEqual({ status: 'concluded', outcome: '1' })
    expect(await turns.begin(againBy(running))).toEqual({ status: 'running' })
    expect(await turns.begin(againBy(first))).toEqual({ status: 'begun' })
  })

  it('begins no other where all that it may keep run', async () => {
    const { turns } = openMemory({ effects: 1 })
    const running = effectOf()
    await turns.begin(running)
    const refused = effectOf()
    await expect(turns.begin(refused)).rejects.toMatchObject({
      code: 'FMW_STORE_UNAVAILABLE',
      message: expect.stringContaining('1 effects run already'),
    })
    await turns.conclude({ key: running.key, attempt: running.attempt, outcome: null })
    expect(await turns.begin(refused)).toEqual({ status: 'begun' })
  })
})
