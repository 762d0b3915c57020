import { expect, it } from 'vitest'
import { RecentIds } from '../../src/turns/shared/recent-ids.ts'

it('ids are known again however long they are', () => {
  const ids = new RecentIds({ most: 10, time: 1_000 })
  const long = 'x'.repeat(60_000)
  ids.add('short', 0)
  ids.add(`${long}1`, 0)
  expect([ids.has('short'), ids.has(`${long}1`), ids.has(`${long}2`)]).toEqual([true, true, false])
})
