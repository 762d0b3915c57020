import { describe, expect, it } from 'vitest'
import { Undo } from '../../../src/store/sqlite/rows/undo.ts'

describe('putting back', () => {
  it('goes back to a mark, the latest first', () => {
    const undo = new Undo()
    const told: number[] = []
    undo.push(() => told.push(1))
    const mark = undo.mark()
    undo.push(() => told.push(2))
    undo.push(() => told.push(3))
    undo.back(mark)
    expect(told).toEqual([3, 2])
    undo.back(mark)
    expect(told).toEqual([3, 2])
    undo.back(0)
    expect(told).toEqual([3, 2, 1])
  })

  it('forgets what is kept', () => {
    const undo = new Undo()
    undo.push(() => expect.unreachable())
    undo.keep()
    undo.back(0)
    expect(undo.mark()).toBe(0)
  })
})
