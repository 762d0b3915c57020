import { describe, expect, it } from 'vitest'
import { foresee, processesFor } from '../../bench/scale/model.ts'
import { rowsOf } from './documents.ts'

const guide = 'docs/guides/scaling.md'
const service = 0.12
const day = 86_400

describe('the guide on scaling', () => {
  it('has the figures of the model', () => {
    const rows = rowsOf(guide, 'Where the limit is')
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) {
      const rate = numberIn(row[0])
      const near = foresee({ rate, service, variation: 10, commit: 2 })
      const far = foresee({ rate, service, variation: 10, commit: 20 })
      const times = [near.mean, near.p99, far.mean, far.p99].map((ms) => ms.toFixed(1))
      expect(row.slice(1)).toEqual([`${Math.round(near.busy * 100)} %`, ...times])
    }
  })

  it('counts pushes, processes and room of a day right', () => {
    for (const [rate = '', inADay, processes = '', entries = '', identities = ''] of rowsOf(guide, 'What you need')) {
      const pushes = numberIn(rate) * day
      expect(numberIn(inADay)).toBe(pushes)
      expect(Number.parseInt(processes, 10)).toBe(Math.max(1, processesFor(numberIn(rate), service, 0.5)))
      expect(bytesIn(entries) / (pushes * 1_750)).toBeCloseTo(1, 1)
      expect(bytesIn(identities) / (pushes * 224)).toBeCloseTo(1, 0)
    }
  })
})

function numberIn(cell = ''): number {
  return Number(cell.replaceAll(',', ''))
}

function bytesIn(cell: string): number {
  const [, amount, unit] = /^([\d.]+) ([GT])B$/.exec(cell) ?? []
  return Number(amount) * (unit === 'T' ? 1e12 : 1e9)
}
