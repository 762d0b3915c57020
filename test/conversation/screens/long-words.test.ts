import { describe, expect, it } from 'vitest'
import { noWays, pagesOf, screenOf } from './screens.ts'

const folded = { limit: 40, characters: 'gsm7' } as const
// 100 septets are 43 units of 16 bits, of which "more" takes 8.
const kept = { limit: 100, characters: 'keep' } as const

describe('a word that is longer than a page', () => {
  it('is cut at the edge', () => {
    expect(pagesOf(screenOf('x'.repeat(50)), noWays, folded)).toEqual([`${'x'.repeat(32)}\n99 More`, 'x'.repeat(18)])
  })

  it('begins on a page of its own', () => {
    const [first, second] = pagesOf(screenOf(`See ${'x'.repeat(50)}`), noWays, folded)
    expect([first, second]).toEqual(['See\n99 More', `${'x'.repeat(32)}\n99 More`])
  })

  it('is not cut inside a surrogate pair', () => {
    const tea = '\u{1f375}'
    const [first, second] = pagesOf(screenOf(tea.repeat(30)), noWays, kept)
    expect([first, second]).toEqual([`${tea.repeat(17)}\n99 More`, tea.repeat(13)])
  })

  it('is not cut before a mark, which belongs to the letter before it', () => {
    const letter = 'ɛ\u0301\u0303'
    const [first, second] = pagesOf(screenOf(letter.repeat(20)), noWays, kept)
    expect([first, second]).toEqual([`${letter.repeat(11)}\n99 More`, letter.repeat(9)])
  })

  it('is not cut inside what is shown as one picture', () => {
    const family = '\u{1f469}\u200d\u{1f466}'
    const [first, second] = pagesOf(screenOf(`x${family.repeat(10)}`), noWays, kept)
    expect([first, second]).toEqual([`x${family.repeat(6)}\n99 More`, family.repeat(4)])
  })

  it('is cut between marks when a letter has more of them than a page holds', () => {
    const marks = '\u{1d165}'
    const [first, second] = pagesOf(screenOf(`xy${marks.repeat(30)}`), noWays, kept)
    expect([first, second]).toEqual(['x\n99 More', `y${marks.repeat(17)}\n99 More`])
    const odd = '\u0301'.repeat(50)
    expect(pagesOf(screenOf(`a${odd}`), noWays, kept)[0]).toBe(`a${odd.slice(0, 34)}\n99 More`)
  })
})
