import { expect, test } from 'vitest'
import { limits } from '../../src/catalogue/limits.ts'

test('the limits are those of reference 8', () => {
  const figures = Object.entries(limits).map(([name, limit]) => [name, limit.max, limit.unit])
  expect(figures).toEqual([
    ['clientReference', 32, 'characters'],
    ['clientState', 100, 'characters'],
    ['description', 100, 'characters'],
    ['senderText', 11, 'characters'],
    ['senderNumber', 16, 'digits'],
    ['applicationResponse', 7000, 'ms'],
    ['subscriberResponse', 60_000, 'ms'],
  ])
})

test('only the client reference has a least length', () => {
  expect(limits.clientReference.min).toBe(1)
  expect(Object.values(limits).filter((limit) => 'min' in limit)).toHaveLength(1)
})

test('every limit says what it applies to, and its section', () => {
  for (const limit of Object.values(limits)) {
    expect(limit.appliesTo).not.toBe('')
    expect(limit.section).toBe('8')
  }
})
