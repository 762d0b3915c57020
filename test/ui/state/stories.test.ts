import fc from 'fast-check'
import { expect, test } from 'vitest'
import { StoryRoots, storiesOf } from '../../../ui/state/stories.ts'
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

test('rows that come by and by tell the stories that all at once tell, also after other rows stood there', () => {
  fc.assert(
    fc.property(fc.array(names, { maxLength: 40 }), fc.array(fc.nat(40)), (abouts, cuts) => {
      const rows = abouts.map((about, at) => row(at + 1, about))
      const roots = new StoryRoots()
      for (const cut of cuts) roots.of(rows.slice(0, cut))
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
