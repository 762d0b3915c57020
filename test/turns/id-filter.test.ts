import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterPlaces, IdFilter } from '../../src/turns/memory/session-table.ts'
import { hashId } from '../../src/turns/session-owner.ts'

const bits = Array.from({ length: filterPlaces }, (_, place) => 1 << place)

describe('A filter of ids', () => {
  it('never misses a place that an id was put in, and forgets a place that was emptied', () => {
    const put = fc.record({ hash: fc.integer(), bit: fc.constantFrom(...bits) })
    fc.assert(
      fc.property(fc.array(put), fc.constantFrom(...bits), (given, emptied) => {
        const filter = new IdFilter(1)
        for (const { hash, bit } of given) filter.add(hash, bit)
        for (const { hash, bit } of given) expect(filter.placesOf(hash) & bit).toBe(bit)
        filter.empty(emptied)
        for (const { hash, bit } of given) expect(filter.placesOf(hash) & bit).toBe(bit === emptied ? 0 : bit)
      }),
    )
  })

  it('finds what was put in before there was room for more, and forgets it', () => {
    const filter = new IdFilter(20_000)
    const hashes = Array.from({ length: 5_000 }, (_, index) => hashId(`s${index}`, 1))
    for (const hash of hashes) filter.add(hash, 2)
    expect(hashes.filter((hash) => filter.placesOf(hash) !== 2)).toEqual([])
    filter.empty(2)
    expect(hashes.filter((hash) => filter.placesOf(hash) !== 0)).toEqual([])
  })

  it('knows most ids that are nowhere, of every form that identifiers have', () => {
    const filter = new IdFilter(20_000)
    const forms: ((index: number) => string)[] = [
      (index) => `5f0c1d9e-2b7a-4c83-9a61-${String(index).padStart(12, '0')}`,
      (index) => `${index.toString(16).padStart(8, '0')}-2b7a-11ee-9a61-0242ac120002`,
      (index) => String(1e24 + index * 1e9),
    ]
    for (const form of forms) {
      for (let index = 0; index < 20_000; index++) filter.add(hashId(form(index), 1), 1)
      const taken = Array.from({ length: 10_000 }, (_, index) => filter.placesOf(hashId(form(20_000 + index), 1)))
      expect(taken.filter((places) => places !== 0).length).toBeLessThan(3_500)
      filter.empty(1)
    }
  })
})
