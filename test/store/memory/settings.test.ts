import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { entryOf, failed } from '../../../src/testing/store-suite/samples.ts'
import { claimNone, claimOne, workOne } from '../../../src/testing/store-suite/working.ts'
import { openMemory } from './opened.ts'

describe('the settings of the memory store', () => {
  it.each(['finished', 'unfinished', 'bytes', 'identities', 'identityBytes', 'effects', 'effectBytes', 'trail'])(
    'refuse a bound that is none: %s',
    (name) => {
      for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(() => memoryStore({ [name]: value })).toThrow(expect.objectContaining({ code: 'FMW_STORE_ARGUMENT' }))
      }
      expect(memoryStore({ [name]: 1 }).name).toBe('memory')
      expect(memoryStore({ [name]: undefined }).name).toBe('memory')
    },
  )

  it('refuse a clock that lacks what is asked of it', () => {
    const untyped: object = { clock: { now: Date.now, monotonic: () => 0 } }
    expect(() => memoryStore(untyped)).toThrow(
      expect.objectContaining({ code: 'FMW_STORE_ARGUMENT', message: expect.stringContaining('lacks after') }),
    )
  })

  it('take a clock by which entries are due', async () => {
    const clock = manualClock()
    const { inbox } = openMemory({ clock })
    let told = 0
    inbox.onWork(() => told++)
    await workOne(inbox, entryOf(), failed(86_400_000))
    clock.advance(86_399_999)
    await claimNone(inbox)
    clock.advance(1)
    await expect.poll(() => told).toBeGreaterThan(0)
    await claimOne(inbox)
  })
})
