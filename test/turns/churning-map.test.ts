import { describe, expect, it } from 'vitest'
import { ChurningMap } from '../../src/turns/memory/churning-map.ts'

describe('A map whose entries come and go', () => {
  it('gives what was put last under a key, and lets go of what was taken', () => {
    const map = new ChurningMap<string, number>()
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    expect([map.size, map.get('a'), map.get('b'), map.get('c')]).toEqual([2, 3, 2, undefined])
    expect([map.take('a'), map.take('a'), map.get('a'), map.size]).toEqual([3, undefined, undefined, 1])
  })

  it('uses the place of what was taken again', () => {
    const map = new ChurningMap<number, string>()
    for (let turn = 0; turn < 1_000; turn++) {
      map.set(turn, `value ${turn}`)
      if (turn >= 4) map.take(turn - 4)
    }
    expect([...map.keys()]).toEqual([996, 997, 998, 999])
    expect(map.values().toSorted()).toEqual(['value 996', 'value 997', 'value 998', 'value 999'])
    map.clear()
    expect([map.size, map.values(), map.get(999)]).toEqual([0, [], undefined])
  })
})
