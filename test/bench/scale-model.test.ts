import { describe, expect, it } from 'vitest'
import { foresee, processesFor } from '../../bench/scale/model.ts'
import { simulate } from '../../bench/scale/simulate.ts'

const pushes = 300_000

describe('What docs/guides/scaling.md says of a process', () => {
  it.each([
    { rate: 1, service: 0.15, variation: 1, commit: 2, within: 0.5 },
    { rate: 1_000, service: 0.15, variation: 1, commit: 2, within: 0.2 },
    { rate: 1_000, service: 0.15, variation: 10, commit: 2, within: 0.25 },
    { rate: 1_000, service: 0.15, variation: 10, commit: 20, within: 0.2 },
    { rate: 3_000, service: 0.15, variation: 4, commit: 5, within: 0.2 },
    { rate: 5_000, service: 0.15, variation: 1, commit: 2, within: 0.2 },
    { rate: 5_000, service: 0.15, variation: 4, commit: 20, within: 0.2 },
    { rate: 20_000, service: 0.03, variation: 1, commit: 0, within: 0.4 },
  ])(
    'comes out when each push is simulated: $rate a second, $service ms, $commit ms a commit',
    ({ within, ...receiver }) => {
      const foreseen = foresee(receiver)
      const simulated = simulate(receiver, pushes, 18)
      expect(simulated.busy / foreseen.busy).toBeCloseTo(1, 1)
      expect(simulated.mean / foreseen.mean).toBeGreaterThan(0.9)
      expect(simulated.mean / foreseen.mean).toBeLessThan(1.1)
      // The model has no tail of a push's own service: that shows where nothing else takes long.
      expect(simulated.p99 / foreseen.p99).toBeGreaterThan(1 - within)
      expect(simulated.p99 / foreseen.p99).toBeLessThan(1 + within)
    },
  )

  it('is the mean wait that is known for services of one length, where nothing is committed', () => {
    // Half of a service at half of the load.
    expect(foresee({ rate: 500, service: 1, variation: 0, commit: 0 }).mean).toBeCloseTo(1.5, 10)
    // Services that end at random: 1 / (rate of services - rate of pushes).
    expect(foresee({ rate: 800, service: 1, variation: 1, commit: 0 }).mean).toBeCloseTo(5, 10)
  })

  it('grows without end where more comes than the loop can take, and the simulation refuses it', () => {
    const tooMuch = { rate: 1_000, service: 1, variation: 1, commit: 2 }
    expect(foresee(tooMuch)).toEqual({ busy: 1, mean: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY })
    expect(() => simulate(tooMuch, 10, 1)).toThrow('the loop falls behind for ever')
  })

  it('never falls behind with its commits, however many come', () => {
    const { mean, p99 } = foresee({ rate: 20_000, service: 0.01, variation: 1, commit: 100 })
    expect([mean > 100, p99 < 201]).toEqual([true, true])
  })

  it.each([
    { rate: 0, service: 0.15, processes: 1 },
    { rate: 1_000, service: 0.15, processes: 1 },
    { rate: 10_000, service: 0.15, processes: 3 },
  ])('needs $processes processes for $rate a second that are half idle', ({ rate, service, processes }) => {
    expect(processesFor(rate, service, 0.5)).toBe(processes)
  })
})
