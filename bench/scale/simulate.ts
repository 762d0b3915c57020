import { Random } from '../../src/simulator/random.ts'
import { quantile } from '../statistics.ts'
import type { Receiver } from './model.ts'

/** What came of simulated pushes. */
export interface Simulated {
  readonly busy: number
  /** ms until a push is acknowledged. */
  readonly mean: number
  readonly p50: number
  readonly p99: number
}

/**
 * Simulates a process push by push, with none of the model's formulas: arrivals at random, a loop that takes one after the
 * other, a commit that takes all that waits. The same seed gives the same figures.
 *
 * @throws when the loop falls behind for ever
 */
export function simulate({ rate, service, variation, commit }: Receiver, pushes: number, seed: number): Simulated {
  if ((rate / 1_000) * service >= 1) throw new Error('the loop falls behind for ever')
  const random = new Random(seed)
  const [usual, rare] = servicesOf(service, variation)
  const times: number[] = []
  let now = 0
  let loopFreeAt = 0
  let atWork = 0
  let commitEndsAt = 0
  let hasNext = false
  for (let push = 0; push < pushes; push++) {
    now += (-Math.log(1 - random.next()) * 1_000) / rate
    const takes = random.next() < shareOfRare ? rare : usual
    loopFreeAt = Math.max(loopFreeAt, now) + takes
    atWork += takes
    if (hasNext && loopFreeAt >= commitEndsAt) {
      // Those that waited are committed now.
      commitEndsAt += commit
      hasNext = false
    }
    if (loopFreeAt >= commitEndsAt) {
      commitEndsAt = loopFreeAt + commit
      times.push(commitEndsAt - now)
    } else {
      hasNext = true
      times.push(commitEndsAt + commit - now)
    }
  }
  return {
    busy: atWork / Math.max(now, loopFreeAt),
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** Most pushes take a little less than the mean, and one in so many takes much longer: as with a collector. */
function servicesOf(mean: number, variation: number): readonly [usual: number, rare: number] {
  const odds = (1 - shareOfRare) / shareOfRare
  return [mean * (1 - Math.sqrt(variation / odds)), mean * (1 + Math.sqrt(variation * odds))]
}

const shareOfRare = 0.02
