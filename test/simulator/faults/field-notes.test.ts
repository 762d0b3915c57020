import { describe, expect, it } from 'vitest'
import { knownFaults, profiles } from '../../../src/simulator/index.ts'
import { fieldNoteRows as rows } from './field-note-rows.ts'

describe('the faults and the field notes', () => {
  it('each fault plays rows that there are', () => {
    for (const { name, seen } of knownFaults) {
      expect(
        seen.filter((row) => !Object.hasOwn(rows, row)),
        name,
      ).toEqual([])
      expect(seen.length, name).toBeGreaterThan(0)
    }
  })

  it('each row is played by a fault, or something else plays it', () => {
    const played = new Set(knownFaults.flatMap(({ seen }) => seen))
    const byFaults = Object.keys(rows).filter((row) => rows[row] === 'faults')
    expect(byFaults.filter((row) => !played.has(row))).toEqual([])
    expect(Object.keys(rows).filter((row) => rows[row] !== 'faults' && played.has(row))).toEqual([])
  })

  it('the profiles try again in more than one way', () => {
    expect(new Set(Object.values(profiles).map(({ retries }) => retries.length)).size).toBeGreaterThan(3)
  })
})
