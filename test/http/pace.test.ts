import { describe, expect, it } from 'vitest'
import { Pace } from '../../src/http/arriving-bodies.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A pace of two, and what went on in each turn of the event loop. */
function twoATurn() {
  const pace = new Pace(2)
  const through: string[] = []
  return { through, pass: (...names: string[]) => names.forEach((name) => void pace.pass(() => through.push(name))) }
}

describe('what comes in hundreds at once', () => {
  it('goes on a few in each turn of the event loop, in the order in which it came', async () => {
    const { through, pass } = twoATurn()
    pass('a', 'b', 'c', 'd', 'e')
    expect(through).toEqual(['a', 'b'])
    await nextTurn()
    expect(through).toEqual(['a', 'b', 'c', 'd'])
    await nextTurn()
    expect(through).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('overtakes nobody who waits', async () => {
    const { through, pass } = twoATurn()
    pass('a', 'b', 'c', 'd', 'e')
    await nextTurn()
    pass('f')
    expect(through).toEqual(['a', 'b', 'c', 'd'])
    await nextTurn()
    expect(through).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    pass('g')
    expect(through).toHaveLength(6)
    await nextTurn()
    expect(through.at(-1)).toBe('g')
  })

  it('waits for nothing where it comes alone', async () => {
    const { through, pass } = twoATurn()
    for (const name of ['a', 'b', 'c', 'd']) {
      pass(name)
      expect(through.at(-1)).toBe(name)
      await nextTurn()
    }
  })
})
