import { describe, expect, it } from 'vitest'
import { foresee, processesFor } from '../../bench/scale/model.ts'
import { proseOf, rowsOf } from './documents.ts'

const guide = 'docs/guides/scaling.md'
// What one process was measured to need for one push, ms: the guide's own table.
const cost = { payment: costOf('payments, accepted and done'), turn: costOf('turns') }
const day = 86_400

describe('the guide on scaling', () => {
  it('has the figures of the model', () => {
    const rows = rowsOf(guide, 'Where the limit is')
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) {
      const rate = numberIn(row[0])
      const near = foresee({ rate, service: cost.payment, variation: 10, commit: 2 })
      const far = foresee({ rate, service: cost.payment, variation: 10, commit: 20 })
      const times = [near.mean, near.p99, far.mean, far.p99].map((ms) => ms.toFixed(1))
      expect(row.slice(1)).toEqual([`${Math.round(near.busy * 100)} %`, ...times])
    }
  })

  it('counts pushes, processes and room of a day right', () => {
    const rows = rowsOf(guide, 'What you need')
    expect(rows.length).toBeGreaterThan(2)
    for (const [rate = '', inADay, notifications = '', turns = '', entries = '', identities = ''] of rows) {
      const pushes = numberIn(rate) * day
      expect(numberIn(inADay)).toBe(pushes)
      expect(Number.parseInt(notifications, 10)).toBe(processesFor(numberIn(rate), cost.payment, 0.5))
      expect(Number.parseInt(turns, 10)).toBe(processesFor(numberIn(rate), cost.turn, 0.5))
      expect(bytesIn(entries) / (pushes * 1_750)).toBeCloseTo(1, 1)
      expect(bytesIn(identities) / (pushes * 224)).toBeCloseTo(1, 0)
    }
  })

  it('names the costs and rates that its own measurements give', () => {
    const text = proseOf(guide)
    expect(text).toContain(`needs ${cost.payment} ms for a payment`)
    expect(text).toContain(`add its ms to the ${cost.payment}.`)
    expect(text).toContain(`A turn needs ${cost.turn} ms of the loop`)
    const [, half] = /half of a loop are\s+(\d+) turns a second/.exec(text) ?? []
    expect(Number(half) * cost.turn).toBeCloseTo(500, -1)
  })
})

/** Of one process that has the cores to itself, ms. */
function costOf(pushes: string): number {
  const row = rowsOf(guide, 'What we measured').find(([kind, processes]) => kind === pushes && processes === '1')
  if (row === undefined) throw new Error(`${guide} has no measurement of ${pushes}`)
  return numberIn(row[3]) / 1_000
}

function numberIn(cell = ''): number {
  return Number(cell.replaceAll(',', ''))
}

function bytesIn(cell: string): number {
  const [, amount, unit] = /^([\d.]+) ([GT])B$/.exec(cell) ?? []
  return Number(amount) * (unit === 'T' ? 1e12 : 1e9)
}
