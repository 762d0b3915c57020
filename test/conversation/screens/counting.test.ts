import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import type { FitSettings } from '../../../src/conversation/screens/room.ts'
import { noWays, pagesOf, screenOf } from './screens.ts'

describe('the limit of a page', () => {
  it.each(['gsm7', 'keep'] as const)(
    'counts two septets for a character of the extension table, with %s',
    (characters) => {
      expect(isOnePage('€'.repeat(80), characters)).toBe(true)
      expect(isOnePage('€'.repeat(81), characters)).toBe(false)
    },
  )

  it('is 70 units of 160 septets where a character is outside GSM 7-bit and kept', () => {
    expect(isOnePage(`ɔ${'a'.repeat(69)}`, 'keep')).toBe(true)
    expect(isOnePage(`ɔ${'a'.repeat(70)}`, 'keep')).toBe(false)
    expect(isOnePage(`ɔ${'a'.repeat(159)}`, 'gsm7')).toBe(true)
  })

  it('is 160 septets for each page without such a character, whatever the others have', () => {
    const plain = 'words '.repeat(26).trimEnd()
    const pages = pagesOf(screenOf(`${plain} ɔ`), noWays, { limit: 170, characters: 'keep' })
    expect(pages).toEqual([`${plain}\n99 More`, 'ɔ'])
    expect(pages[0]).toHaveLength(163)
  })
})

function isOnePage(text: string, characters: FitSettings['characters']): boolean {
  return drawPage(screenOf(text), noWays, { limit: 160, characters }, 0).isLast
}
