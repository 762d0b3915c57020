import { expect, it, onTestFinished, vi } from 'vitest'
import { worstCases } from './all-cases.ts'
import { costOf, timeOf } from './cost.ts'
import type { WorstCase } from './worst-case.ts'

/** ms. By the square, 64 KB would take 200 at most where 8 KB take this: too little to be found. So it is for nearly all. */
const cheap = 3
/** What 4 times the input costs more: 4 times in a straight line, 16 times by its square. */
const worstStep = 6

/** What would be found in a parser of which a longer input costs its square. */
async function squareOf(worst: WorstCase): Promise<string | undefined> {
  const eighth = await timeOf(worst.prepare(8 * 1024))
  if (eighth <= cheap || eighth / (await timeOf(worst.prepare(2 * 1024))) <= worstStep) return undefined
  const { small, large, square } = await costOf(worst, 4 * 1024)
  const figures = `${small.toFixed(1)} ms for 4 KB, ${large.toFixed(1)} ms for 64 KB`
  return square ? `${worst.parser}, ${worst.input}: ${figures}` : undefined
}

it('finds what costs its square, and nothing else', async () => {
  let now = 0
  vi.spyOn(process, 'cpuUsage').mockImplementation((from) => ({ user: now * 1_000 - (from?.user ?? 0), system: 0 }))
  onTestFinished(() => void vi.restoreAllMocks())
  const costing = (power: number, stall = 0): WorstCase => ({
    parser: 'names',
    input: 'one again and again',
    prepare: (length) => () => {
      now += (length / 1024) ** power + (length === 64 * 1024 ? stall : 0)
    },
  })
  expect(await squareOf(costing(2))).toBe('names, one again and again: 16.0 ms for 4 KB, 4096.0 ms for 64 KB')
  const quick: WorstCase = { ...costing(2), prepare: (length) => costing(2).prepare(length / 4) }
  expect(await squareOf(quick), 'hardly more than is cheap').toContain('1.0 ms for 4 KB, 256.0 ms for 64 KB')
  expect(await squareOf(costing(1))).toBeUndefined()
  expect(await squareOf(costing(1, 1000)), 'slow at one length alone').toBeUndefined()
})

// No time is asserted: what costs 100 times as much for 16 times the input must go on like a square to be one.
it('no parser has an input of which 64 KB cost more than a straight line: npm run test:worst goes to 1 MB', {
  timeout: 600_000,
}, async () => {
  const squares: string[] = []
  for (const worst of worstCases) {
    const found = await squareOf(worst)
    if (found !== undefined) squares.push(found)
  }
  expect(squares).toEqual([])
})
