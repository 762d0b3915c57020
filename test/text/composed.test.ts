import { expect, it } from 'vitest'
import { composed } from '../../src/text/fold-characters.ts'

it('joins accents to their letters', () => {
  expect(composed('cafe\u0301')).toBe('caf\u00e9')
  expect(composed(`e${'\u0301'.repeat(30)}`)).toBe(`\u00e9${'\u0301'.repeat(29)}`)
})

it('leaves a text as it is in which a letter has more marks than any has', () => {
  const text = `cafe\u0301 e${'\u0301\u0316'.repeat(16)}`
  expect(composed(text)).toBe(text)
})
