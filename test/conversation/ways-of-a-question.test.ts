import { describe, expect, it } from 'vitest'
import { EndingWays, TalkWays } from '../../src/conversation/asking/talk-ways.ts'
import { englishWords } from '../../src/conversation/words.ts'

const keys = { back: '0', home: '00', more: '99' }
const back = { key: '0', word: 'Back' }
const home = { key: '00', word: 'Menu' }
const more = { key: '99', word: 'More' }

const ways = (canGoBack: boolean, canGoHome: boolean, answers: readonly string[] = [], isAfterStep = canGoBack) =>
  new TalkWays({ canGoBack, canGoHome, isAfterStep, takes: (key) => answers.includes(key) }, keys, englishWords)

describe('the ways of a question', () => {
  it.each([
    [false, false, [], [back]],
    [true, false, [back], [back]],
    [false, true, [home], [back, home]],
    [true, true, [back, home], [back, home]],
  ])('back %s and home %s are drawn as such, and back on every later page', (canGoBack, canGoHome, first, later) => {
    const drawn = ways(canGoBack, canGoHome)
    expect(drawn.first).toEqual(first)
    expect(drawn.later).toEqual(later)
    expect(drawn.more).toEqual(more)
  })

  it('have a star where their key is an answer', () => {
    const drawn = ways(true, true, ['0', '99'])
    expect(drawn.first).toEqual([{ ...back, key: '*0' }, home])
    expect(drawn.more).toEqual({ ...more, key: '*99' })
  })
})

describe('the way that was entered', () => {
  it.each<[string, number, boolean, string | undefined]>([
    ['0', 0, false, 'back'],
    [' 0 ', 0, false, 'back'],
    ['\uff10', 0, false, 'back'],
    ['\u0660\u200b', 0, false, 'back'],
    ['00', 0, false, 'home'],
    ['99', 0, true, 'more'],
    ['99', 0, false, undefined],
    ['*0', 0, false, undefined],
    ['1', 0, true, undefined],
    ['', 0, true, undefined],
  ])('%j on page %i is one that was drawn there', (entered, page, hasMore, way) => {
    expect(ways(true, true).entered(entered, page, hasMore)).toBe(way)
  })

  it('is none where it was not drawn', () => {
    expect(ways(false, false).entered('0', 0, false)).toBeUndefined()
    expect(ways(false, false).entered('00', 0, false)).toBeUndefined()
    expect(ways(false, false).entered('0', 1, false)).toBe('back')
  })

  it('is back behind something that was done, where it leads nowhere and is no answer either', () => {
    expect(ways(false, true, [], true).entered('0', 0, false)).toBe('back')
  })

  it('is home wherever back leads to another question, drawn or not', () => {
    expect(ways(true, false).first).toEqual([back])
    expect(ways(true, false).entered('00', 0, false)).toBe('home')
  })

  it('needs the star where the key alone is an answer', () => {
    const starred = ways(true, true, ['0', '00', '99'])
    expect(['0', '00', '99'].map((key) => starred.entered(key, 0, true))).toEqual([undefined, undefined, undefined])
    expect(['*0', '*00', '*99'].map((key) => starred.entered(key, 0, true))).toEqual(['back', 'home', 'more'])
  })
})

describe('the ways of an ending', () => {
  const ending = new EndingWays(keys, { ...englishWords, more: 'Suite' })

  it('lead from page to page', () => {
    expect(ending.first).toEqual([])
    expect(ending.later).toEqual([back])
    expect(ending.more).toEqual({ key: '99', word: 'Suite' })
  })

  it.each([
    ['99', 0, 1],
    [' 99 ', 3, 4],
    ['0', 2, 1],
    ['0', 0, 0],
    ['1', 2, 2],
    ['', 2, 2],
  ])('%j on page %i leads to page %i', (entered, page, next) => {
    expect(ending.pageAfter(entered, page)).toBe(next)
  })
})
