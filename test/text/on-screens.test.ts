import { expect, it } from 'vitest'
import { formsOnScreens } from '../../src/text/folded/on-screens.ts'

it('a text has a form for each alphabet that screens may be written in', () => {
  expect(formsOnScreens('forêt “é”')).toEqual(['forêt “é”', 'foret "é"', 'foret "e"'])
  expect(formsOnScreens('a\tb\r\n`')).toEqual(['a\tb\r\n`', 'a b\n`', "a b\n'"])
})

it('a text that every phone can show has its own form alone', () => {
  expect(formsOnScreens('Ama {7391}\n~')).toEqual(['Ama {7391}\n~'])
})
