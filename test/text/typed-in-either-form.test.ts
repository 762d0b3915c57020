import { expect, it } from 'vitest'
import { typedFigures } from '../../src/text/secrets/typed-figures.ts'
import { withoutTyped } from '../../src/text/secrets/without-typed.ts'

const word = 'café'

it.each(['NFC', 'NFD'] as const)('what was typed is found on a screen in either normal form: %s', (form) => {
  for (const shown of [word.normalize('NFC'), word.normalize('NFD')]) {
    const typed = word.normalize(form)
    expect(withoutTyped([typed])(`To ${shown}'s?`)).toBe("To *'s?")
    expect(typedFigures([`${typed}77`])(`To ${shown}77`)).toEqual([{ from: 3, to: 5 + shown.length }])
  }
})

it('a word of one letter chooses an option, and stays', () => {
  expect(withoutTyped(['O', 'é'])('O. Other é')).toBe('O. Other é')
})
