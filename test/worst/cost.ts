import type { WorstCase } from './worst-case.ts'

/** What a case costs with a short input and with one of 16 times its length, ms: the least that was seen. */
export interface Cost {
  readonly small: number
  readonly large: number
  /** 16 where the cost grows in a straight line, 256 where it grows with the square. */
  readonly ratio: number
  /** Whether it grows with the square: beyond a ratio of 100, and so it goes on with 4 times the longer input. */
  readonly square: boolean
}

/** Beyond this a cost may not grow in a straight line: 6 times what it would be, and less than half of its square. */
const worstRatio = 100
/** What 4 times the input costs more, at most: 4 times in a straight line, 16 times by its square. */
const worstStep = 9

/**
 * Measures a case: again where it looks like more than a straight line, since one run may collect
 * the garbage of others, but not every one. A cost of less than 2 ms is as good as none: it is taken for 2.
 */
export async function costOf(worst: WorstCase, smallLength: number): Promise<Cost> {
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  for (let done = 0; done < mostTries; done++) {
    small = Math.min(small, await timeOf(worst.prepare(smallLength)))
    large = Math.min(large, await timeOf(worst.prepare(16 * smallLength)))
    if (ratioOf(small, large) <= worstRatio) return { small, large, ratio: ratioOf(small, large), square: false }
  }
  return { small, large, ratio: ratioOf(small, large), square: await goesOn(worst, 16 * smallLength) }
}

const mostTries = 12

/** On a machine that has become slow in between, both of these are slow. */
async function goesOn(worst: WorstCase, length: number): Promise<boolean> {
  let large = Number.POSITIVE_INFINITY
  let larger = Number.POSITIVE_INFINITY
  for (let done = 0; done < 3; done++) {
    large = Math.min(large, await timeOf(worst.prepare(length)))
    larger = Math.min(larger, await timeOf(worst.prepare(4 * length)))
    if (larger / large <= worstStep) return false
  }
  return true
}

/** What one run costs, ms of the processor: on a busy machine its time says nothing. */
export async function timeOf(run: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function ratioOf(small: number, large: number): number {
  return large / Math.max(2, small)
}
