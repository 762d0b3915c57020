import { expect, it } from 'vitest'
import { walk } from './walk.ts'

// The short form: `npm run walk` is the long one.
it('six applications hold at every class of answers, on every channel', async () => {
  const { walked, findings } = await walk({ pushes: 4_000, seed: 1 })
  expect(findings).toEqual([])
  expect(walked).toHaveLength(24)
  for (const { screens } of walked) expect(screens).toBeGreaterThan(5)
}, 60_000)
