import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import { allWays, noWays, pagesOf, screenOf } from './screens.ts'

const underOf = (page: string | undefined) => page?.split('\n').at(-1)
const text = 'word '.repeat(100)

describe('the ways on a small page', () => {
  it('are in words as long as enough is left beside them', () => {
    expect(underOf(pagesOf(screenOf(text), allWays, { limit: 40, characters: 'gsm7' })[0])).toBe(
      '0 Back 00 Menu 99 More',
    )
  })

  it('are their keys alone where words would leave too little', () => {
    const pages = pagesOf(screenOf(text), allWays, { limit: 40, characters: 'keep' })
    expect(underOf(pages[0])).toBe('0 00 99')
    expect(underOf(pages.at(-1))).toBe('0 00')
    const wordy = { ...allWays, later: [{ key: '0', word: 'Back to the page before this one' }] }
    const mixed = pagesOf(screenOf(text), wordy, { limit: 40, characters: 'gsm7' })
    expect([underOf(mixed[0]), underOf(mixed[1])]).toEqual(['0 Back 00 Menu 99 More', '0 99'])
  })

  it('give up those to the left first where even the keys are too long', () => {
    const later = [
      { key: '*12345', word: 'Back' },
      { key: '*0', word: 'Menu' },
    ]
    const pages = pagesOf(screenOf(text), { ...noWays, first: later, later }, { limit: 40, characters: 'keep' })
    expect(underOf(pages[0])).toBe('*0 99')
    expect(underOf(pages.at(-1))).toBe('*0')
  })

  it('give up all of them rather than the text', () => {
    const more = { key: '9'.repeat(40), word: 'More' }
    const pages = pagesOf(screenOf('word '.repeat(10)), { ...allWays, more }, { limit: 40, characters: 'gsm7' })
    expect(pages).toEqual(['word word word word word word word word', 'word word'])
  })

  it('leave room for the number of every choice', () => {
    const content = screenOf('ɔ', new Array<string>(1_200).fill('ɛ'.repeat(8)))
    const settings = { limit: 40, characters: 'keep' } as const
    expect(drawPage(content, allWays, settings, 1_199).text).toBe('1199. ɛɛɛ\n0 00 99')
    expect(drawPage(content, allWays, settings, 1_200)).toMatchObject({
      text: '1200. ɛɛɛ...\n0 00',
      page: 1_200,
      isLast: true,
      next: { prose: 1, choices: 1_200 },
    })
  })
})
