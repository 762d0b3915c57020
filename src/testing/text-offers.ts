import type { Offer, Offers } from './offers.ts'

/**
 * Reads what a text lets choose: its last block of lines such as `1. Rice`, and a last line of ways such as
 * `0 Back 99 More`, or of their keys alone.
 */
export function readTextOffers(text: string): Offers {
  const lastLine = text.slice(text.lastIndexOf('\n') + 1)
  return { choices: readChoices(text.split('\n')), ways: readWays(lastLine.split(' ')) }
}

// `1. Rice`, and as others write it: `1) Rice`, `#: Back`.
const numbered = /^\s*([\d*#]{1,6})[.):]\s+(\S.*)$/

/** From the last numbered line upwards: `1` begins a list, so what is numbered above it belongs to the text. */
function readChoices(lines: readonly string[]): readonly Offer[] {
  const choices: Offer[] = []
  const from = lines.findLastIndex((line) => numbered.test(line))
  for (const line of lines.slice(0, from + 1).reverse()) {
    const [, value = '', label = ''] = numbered.exec(line) ?? []
    if (value === '' || choices.some((below) => below.value === value)) break
    choices.unshift({ label: label.trimEnd(), value })
    if (value === '1') break
  }
  return choices
}

const key = /^\*?[\d#][\d*#]{0,3}$/

/** A key is followed by a word; a number that is not belongs to the word before it, as in `99 Page 2`. */
function readWays(words: readonly string[]): readonly Offer[] {
  if (words.every((word) => key.test(word))) return words.map((value) => ({ label: '', value }))
  const ways: { label: string; value: string }[] = []
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    const last = ways.at(-1)
    if (key.test(word) && next !== undefined && !key.test(next)) ways.push({ label: '', value: word })
    else if (last === undefined) return []
    else last.label = `${last.label} ${word}`.trimStart()
  }
  return ways
}
