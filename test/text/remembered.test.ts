import { expect, it, vi } from 'vitest'
import { remembered } from '../../src/text/remembered.ts'

it('what was found once is not looked for again', () => {
  const find = vi.fn((text: string) => text.length)
  const lengthOf = remembered(find)
  expect([lengthOf('Status'), lengthOf('Amount'), lengthOf('Status')]).toEqual([6, 6, 6])
  expect(find).toHaveBeenCalledTimes(2)
})

it('of many texts those that came last are kept, and one that keeps coming always is', () => {
  const find = vi.fn((text: string) => `${text}!`)
  const marked = remembered(find, 4)
  for (let at = 0; at < 100; at++) expect([marked(`name ${at}`), marked('Status')]).toEqual([`name ${at}!`, 'Status!'])
  expect(find.mock.calls.filter(([text]) => text === 'Status')).toHaveLength(1)
  marked('name 0')
  expect(find.mock.calls.filter(([text]) => text === 'name 0')).toHaveLength(2)
})

it('a long text is looked at each time, so nobody fills memory with it', () => {
  const find = vi.fn((text: string) => text.length)
  const lengthOf = remembered(find)
  const long = 'x'.repeat(65)
  expect([lengthOf(long), lengthOf(long)]).toEqual([65, 65])
  expect(find).toHaveBeenCalledTimes(2)
})
