import { describe, expect, it } from 'vitest'
import { ChurningMap } from '../../src/turns/memory/churning-map.ts'

describe.each([
  { holds: 'a few', others: 0 },
  { holds: 'many', others: 20 },
])('A map whose entries come and go, and which has $holds', ({ others }) => {
  const mapWithOthers = () => {
    const map = new ChurningMap<number>()
    for (let other = 0; other < others; other++) map.set(`other ${other}`, -other)
    return map
  }

  it('gives what was put last under a key, and lets go of what was taken', () => {
    const map = mapWithOthers()
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    expect([map.size, map.get('a'), map.get('b'), map.get('c')]).toEqual([2 + others, 3, 2, undefined])
    expect([map.take('a'), map.take('a'), map.get('a'), map.size]).toEqual([3, undefined, undefined, 1 + others])
  })

  it('has room again for what was taken, however often entries come and go', () => {
    const map = mapWithOthers()
    for (let turn = 0; turn < 1_000; turn++) {
      map.set(`turn ${turn}`, turn)
      if (turn >= 4) expect(map.take(`turn ${turn - 4}`)).toBe(turn - 4)
    }
    expect(map.values().filter((value) => value > 0)).toEqual(expect.arrayContaining([996, 997, 998, 999]))
    expect([map.size, map.values().length]).toEqual([4 + others, 4 + others])
    map.clear()
    expect([map.size, map.values(), map.get('turn 999'), map.oldest]).toEqual([0, [], undefined, undefined])
  })
})

describe('A map whose entries come and go', () => {
  it('keeps what it has as it grows, and tells the oldest all the way down to nothing', () => {
    const map = new ChurningMap<number>()
    for (let turn = 0; turn < 30; turn++) map.set(`${turn}`, turn)
    for (let turn = 0; turn < 30; turn++) expect([map.oldest, map.take(`${turn}`)]).toEqual([`${turn}`, turn])
    expect([map.size, map.oldest]).toEqual([0, undefined])
    map.set('one', 1)
    expect([map.oldest, map.get('one'), map.values()]).toEqual(['one', 1, [1]])
  })
})
