import { describe, expect, it } from 'vitest'
import { metricTable } from '../../src/operations/metrics/metric-table.ts'
import { codeIn, rowsOf } from './documents.ts'

describe('the guide on metrics', () => {
  it('lists every metric with its type and its labels, and no other', () => {
    const shown = rowsOf('docs/guides/metrics.md', 'Every metric').map(([name = '', type = '', labels = '']) => [
      codeIn(name)[0],
      { type, labels: codeIn(labels) },
    ])
    const there = Object.entries(metricTable).map(([name, { type, labels }]) => [name, { type, labels }])
    expect(shown).toEqual(there)
  })
})
