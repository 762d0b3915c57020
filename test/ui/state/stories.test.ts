import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StoryRoots, storiesOf } from '../../../ui/state/log/stories.ts'
import type { Row } from '../../../ui/state/types.ts'

function row(id: number, about: Row['about']): Row {
  return Object.assign(Object.create(null), { id, about })
}

const names = fc.record(
  {
    sessionId: fc.constantFrom('s1', 's2', 's3'),
    billId: fc.constantFrom('b1', 'b2'),
    reference: fc.constantFrom('r1', 'r2'),
    messageId: fc.constantFrom('m1', 'm2'),
  },
  { requiredKeys: [] },
)

test('rows with a name in common are one story, known by its first row', () => {
  const rows = [
    row(1, { sessionId: 's' }),
    row(2, { billId: 'b' }),
    row(3, {}),
    row(4, { sessionId: 's', billId: 'b' }),
  ]
  const stories = storiesOf(rows, new StoryRoots().of(rows))
  expect(stories.map(({ id, rows: own }) => [id, own.map((one) => one.id)])).toEqual([
    [1, [1, 2, 4]],
    [3, [3]],
  ])
})

test('rows that come by and by, before or behind, tell the stories that all at once tell, also after other rows stood there', () => {
  const cuts = fc.array(fc.tuple(fc.nat(40), fc.nat(40)))
  fc.assert(
    fc.property(fc.array(names, { maxLength: 40 }), cuts, (abouts, cuts) => {
      const rows = abouts.map((about, at) => row(at + 1, about))
      const roots = new StoryRoots()
      for (const [one, other] of cuts) roots.of(rows.slice(Math.min(one, other), Math.max(one, other)))
      const grown = roots.of(rows)
      const fresh = new StoryRoots().of(rows)
      expect(rows.map(({ id }) => grown.get(id))).toEqual(rows.map(({ id }) => fresh.get(id)))
    }),
  )
})

test('a story keeps its number when its first rows are gone, and a log of others knows nothing of it', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => row(id, { sessionId: id < 5 ? 'one' : 'two' }))
  const roots = new StoryRoots()
  roots.of(rows.slice(0, 3))
  const later = roots.of(rows.slice(1))
  expect([2, 3, 4, 5].map((id) => later.get(id))).toEqual([1, 1, 1, 5])
  const others = [7, 8].map((id) => row(id, { sessionId: 'one' }))
  const anew = roots.of(others)
  expect([7, 8].map((id) => anew.get(id))).toEqual([7, 7])
})

test('older rows that come a page at a time join the stories of the newer ones', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((id) => row(id, { sessionId: id % 2 === 0 ? 'even' : 'odd' }))
  const roots = new StoryRoots()
  roots.of(rows.slice(4))
  roots.of(rows.slice(2))
  const all = roots.of(rows)
  expect(rows.map(({ id }) => all.get(id))).toEqual([1, 2, 1, 2, 1, 2])
})
