import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import type { FitSettings } from '../../../src/conversation/screens/room.ts'
import { noWays, screenOf } from './screens.ts'

describe('the characters of a page', () => {
  it.each([
    ['gsm7', 'Tɔn café [5 €] `a`', "Ton café [5 €] 'a'"],
    ['ascii', 'Tɔn café [5 €] `a`', "Ton cafe [5 EUR] 'a'"],
    ['keep', 'Tɔn café [5 €] `a`', 'Tɔn café [5 €] `a`'],
  ] as const)('with %s are written so in texts, leads, choices and ways', (characters, text, written) => {
    const content = screenOf(text, [text], { lead: text })
    const ways = { ...noWays, first: [{ key: '0', word: text }] }
    const lines = [written, written, `1. ${written}`, `0 ${written}`]
    expect(draw(content, characters, ways)).toBe(lines.join('\n'))
  })

  it.each(['gsm7', 'ascii', 'keep'] as const)(
    'with %s are cleaned: every new line a line feed, no tab, no NUL',
    (characters) => {
      expect(draw(screenOf('a\r\nb\rc\fd\ve\u2028f\tg\0h'), characters)).toBe('a\nb\nc\nd\ne\nf gh')
      expect(draw(screenOf('a\r\nb\u0007'), 'gsm7')).toBe('a\nb?')
      expect(draw(screenOf('a\ud800b'), 'keep')).toBe('a\ufffdb')
    },
  )

  it.each(['gsm7', 'ascii'] as const)('with %s have the digits of other scripts as 0 to 9', (characters) => {
    expect(draw(screenOf('\u0665\u0660 cedis?', ['\u06f2\u06f0']), characters)).toBe('50 cedis?\n1. 20')
  })

  it('begin and end with something to see', () => {
    expect(draw(screenOf(' \n a b \n ', ['  Tea  ']), 'gsm7')).toBe('a b\n1. Tea')
    expect(draw(screenOf('\u200b\ufeff\u0000é\u200b '), 'keep')).toBe('é')
  })

  it('are a question mark where nothing of a text or a choice is left: something stood there', () => {
    expect(draw(screenOf('\u0301', ['\u200b']), 'gsm7')).toBe('?\n1. ?')
    expect(draw(screenOf(' '), 'keep')).toBe('?')
    expect(draw(screenOf('How was it?', ['\u{1f44d}', '\u{1f44e}\u{1f3fe}', '?']), 'gsm7')).toBe(
      'How was it?\n1. ?\n2. ?\n3. ?',
    )
    const many = Array.from({ length: 60 }, () => '\u{1f44d}')
    expect(drawPage(screenOf('\u{1f44d}', many), noWays, { limit: 160, characters: 'gsm7' }, 0).text).toMatch(
      /^\?\n1\. \?\n2\. \?\n[\d.? \n]+\n99 More$/,
    )
  })

  it('of a choice and of a way stay on one line', () => {
    const ways = { ...noWays, first: [{ key: '0', word: 'Go\nback' }] }
    expect(draw(screenOf('Shop', ['Rice\n5 kg', 'Oil\u2028\r\n 1 l']), 'gsm7', ways)).toBe(
      'Shop\n1. Rice 5 kg\n2. Oil 1 l\n0 Go back',
    )
  })
})

function draw(content: Parameters<typeof drawPage>[0], characters: FitSettings['characters'], ways = noWays): string {
  return drawPage(content, ways, { limit: 400, characters }, 0).text
}
