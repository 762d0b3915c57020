import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Due, DueHeap } from '../../../src/store/memory/inbox/lanes.ts'

class Item implements Due {
  dueAt: number
  readonly order: number
  heapIndex = -1

  constructor(order: number, dueAt: number) {
    this.order = order
    this.dueAt = dueAt
  }
}

describe('the heap of what is due', () => {
  it('has the earliest first, whatever is placed, moved and removed', () => {
    const step = fc.record({
      what: fc.constantFrom('place', 'remove'),
      item: fc.nat({ max: 19 }),
      dueAt: fc.nat({ max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const heap = new DueHeap<Item>()
        const items = Array.from({ length: 20 }, (_none, order) => new Item(order, 0))
        const inside = new Set<Item>()
        for (const { what, item: place, dueAt } of steps) {
          const item = items[place]
          if (item === undefined) continue
          if (what === 'place') {
            item.dueAt = dueAt
            heap.place(item)
            inside.add(item)
          } else {
            heap.remove(item)
            inside.delete(item)
          }
          const [earliest] = [...inside].sort((one, other) => one.dueAt - other.dueAt || one.order - other.order)
          expect(heap.first).toBe(earliest)
        }
      }),
    )
  })
})
