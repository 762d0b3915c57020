import type { WorstCase } from './worst-case.ts'

/** What a case costs with a short input and with one of 16 times its length, ms: the least that was seen. */
export interface Cost {
  readonly small: number
  readonly large: number
  /** 16 where the cost grows in a straight line, 256 where it grows with the square. */
  readonly ratio: number
}

/** Beyond this a cost does not grow in a straight line: 6 times what it would be, and less than half of its square. */
export const worstRatio = 100

/**
 * Measures a case: again where it looks like more than a straight line, since a busy machine makes one run long but not
 * every one. A cost of less than 2 ms is as good as none: it is taken for 2.
 */
export async function costOf(worst: WorstCase, smallLength: number): Promise<Cost> {
  let small = Number.POSITIVE_INFINITY
  let large = Number.POSITIVE_INFINITY
  for (let done = 0; done < mostTries; done++) {
    small = Math.min(small, await timeOf(worst.prepare(smallLength)))
    large = Math.min(large, await timeOf(worst.prepare(16 * smallLength)))
    if (ratioOf(small, large) <= worstRatio) break
  }
  return { small, large, ratio: ratioOf(small, large) }
}

const mostTries = 12

async function timeOf(run: () => unknown): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function ratioOf(small: number, large: number): number {
  return large / Math.max(2, small)
}
