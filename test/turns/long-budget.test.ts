import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/clock.ts'

describe('A time that no timer can hold, such as a maxWork that means "never"', () => {
  it.each([2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])('of %d ms does not end at once', async (ms) => {
    const warnings: string[] = []
    const hear = ({ name }: Error): void => {
      warnings.push(name)
    }
    process.on('warning', hear)
    const cancel = systemClock.after(ms, () => undefined)
    await setImmediate()
    cancel()
    process.off('warning', hear)

    // What Node says when it makes such a time 1 ms.
    expect(warnings).toEqual([])
  })
})
