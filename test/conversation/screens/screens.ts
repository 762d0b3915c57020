import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import type { FitSettings } from '../../../src/conversation/screens/room.ts'
import type { DrawnChoice, ScreenContent, Ways } from '../../../src/conversation/screens/screen-content.ts'

/** 160 septets, folded to GSM 7-bit. */
export const usual: FitSettings = { limit: 160, characters: 'gsm7' }

export const noWays: Ways = { first: [], later: [], more: { key: '99', word: 'More' } }

const back = { key: '0', word: 'Back' }
const home = { key: '00', word: 'Menu' }

export const allWays: Ways = { first: [back, home], later: [back, home], more: { key: '99', word: 'More' } }

export function screenOf(
  text: string,
  labels: readonly string[] = [],
  more: Partial<ScreenContent> = {},
): ScreenContent {
  const choices = labels.map(choiceOf)
  return { text, choices, form: 'menu', field: 'text', sensitive: false, maskNext: false, ...more }
}

function choiceOf(label: string): DrawnChoice {
  return { label, value: label }
}

/** `Rice 1 kg`, `Rice 2 kg` and so on. */
export function manyLabels(count: number, words = 'kg'): string[] {
  return Array.from({ length: count }, (_, index) => `Rice ${index + 1} ${words}`)
}

/** The texts of all pages, in order. */
export function pagesOf(content: ScreenContent, ways: Ways = noWays, settings: FitSettings = usual): string[] {
  const texts: string[] = []
  for (let isLast = false; !isLast; ) {
    const drawn = drawPage(content, ways, settings, texts.length)
    texts.push(drawn.text)
    isLast = drawn.isLast
  }
  return texts
}
