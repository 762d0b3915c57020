import { frenchWords } from './french-words.ts'
import { englishWords, richWords, type Words } from './words.ts'

/**
 * Words as they are said where nothing is dialled and nothing numbered. Those of our own that speak of a phone have another form
 * there; what somebody has written stays as it is.
 *
 * @example
 * onRich({ choice: englishWords.choice }) // { choice: 'Please choose one of these.' }
 */
export function onRich<Said extends Partial<Words>>(words: Said): Said {
  const own: Partial<Record<string, string>> = forms
  const changed = Object.entries(words).filter(([, said]) => own[said] !== undefined)
  return { ...words, ...Object.fromEntries(changed.map(([name, said]) => [name, own[said]])) }
}

const forms: Readonly<Record<string, string>> = {
  [englishWords.choice]: richWords.choice,
  [englishWords.tooOften]: richWords.tooOften,
  [englishWords.nothingPaid]: richWords.nothingPaid,
  [englishWords.ended]: richWords.ended,
  [frenchWords.choice]: 'Choisissez dans la liste.',
}
