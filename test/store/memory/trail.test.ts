import { expect, it } from 'vitest'
import { MemoryLines } from '../../../src/store/memory/memory-trail.ts'
import { manualClock } from '../../../src/testing/index.ts'

it('of more lines than fit, the oldest go', () => {
  const lines = new MemoryLines(2, manualClock())
  for (const reason of ['first', 'second', 'third'])
    lines.append({ by: 'ama', act: 'unmask', entry: 'e-1', reason, about: null })
  expect(lines.fitting({}).map(({ reason }) => reason)).toEqual(['second', 'third'])
})
