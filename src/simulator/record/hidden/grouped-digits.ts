import type { Span } from '../../../text/hide-secrets.ts'

/**
 * Where numbers stand in groups of digits in a plain text: `482 913` and `482-913` for 482913. What is longer than codes are isn't looked for.
 *
 * @param numbers those that are looked for, and other texts
 */
export function* groupedDigits(plain: string, numbers: { has(text: string): boolean }): Generator<Span> {
  for (const { 0: run, index } of plain.matchAll(groups)) {
    const parts = [...run.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({ digits, from: index + at }))
    for (const [place, { digits, from }] of parts.entries()) {
      let number = digits
      for (const next of parts.slice(place + 1, place + longest)) {
        number += next.digits
        if (number.length > longest) break
        if (number.length >= shortest && numbers.has(number)) yield { from, to: next.from + next.digits.length }
      }
    }
  }
}

const groups = /\d+(?:[ -]\d+)*/g
// Digits. Three in groups stand in other texts by chance.
const shortest = 4
const longest = 12
