import { expect, it } from 'vitest'
import { nothingTyped, press, strokesFor, turnsFor } from '../../ui/phones/handset/multi-tap.ts'

/** Presses keys, each so many ms after the last. */
function typed(mode: '123' | 'abc' | 'ABC', ...presses: readonly (readonly [key: string, after: number])[]): string {
  let at = 0
  let state = nothingTyped
  for (const [key, after] of presses) {
    at += after
    state = press(state, key, mode, at)
  }
  return state.text
}

it('a key that is pressed again soon turns its letter; later it writes another', () => {
  expect(typed('abc', ['2', 0], ['2', 100], ['2', 100])).toBe('c')
  expect(typed('abc', ['2', 0], ['2', turnsFor])).toBe('aa')
  expect(typed('abc', ['2', 0], ['3', 100], ['2', 100])).toBe('ada')
  expect(typed('abc', ...Array.from({ length: 5 }, () => ['2', 10] as const))).toBe('a')
  expect(typed('ABC', ['7', 0], ['7', 10], ['0', 10], ['9', 10])).toBe('Q W')
  expect(typed('123', ['*', 0], ['7', 10], ['7', 10], ['#', 10])).toBe('*77#')
})

it('a typist waits before a second letter of one key, and changes to capitals', () => {
  expect(strokesFor('Cab', 'abc')).toEqual([
    { mode: 'ABC' },
    ...[1, 2, 3].map(() => ({ key: '2' })),
    { mode: 'abc' },
    null,
    { key: '2' },
    null,
    ...[1, 2].map(() => ({ key: '2' })),
  ])
  expect(strokesFor('*7#', 'abc')).toEqual([{ mode: '123' }, { key: '*' }, { key: '7' }, { key: '#' }])
  expect(strokesFor('+233', '123')).toEqual([...'+233'].map((key) => ({ key })))
  expect(strokesFor('é', 'abc')).toBeUndefined()
})
