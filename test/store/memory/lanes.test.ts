import { describe, expect, it } from 'vitest'
import { Lane } from '../../../src/store/memory/inbox/lanes.ts'

describe('a lane', () => {
  it('is never due while nothing stands in it', () => {
    const lane = new Lane('checkout:order-1')
    expect([lane.dueAt, lane.order]).toEqual([Number.POSITIVE_INFINITY, 0])
  })
})
