import { type DrawnPage, drawPart } from './draw-part.ts'
import { drawWhole } from './draw-whole.ts'
import type { FitSettings } from './room.ts'
import type { ScreenContent, Ways } from './screen-content.ts'

/**
 * Draws a page of a screen for USSD: the lead, the text, the choices as `1. Label`, numbered over all pages, and a line
 * of ways. Never over the limit; whatever does not fit goes to the next page.
 *
 * @param page from 0; the nearest that exists is drawn
 * @example
 * ```ts
 * drawPage(content, ways, { limit: 160, characters: 'gsm7' }, 0).text // 'Ama\'s shop\n1. Rice 5 kg\n2. Oil 1 l\n0 Back'
 * ```
 */
export function drawPage(content: ScreenContent, ways: Ways, settings: FitSettings, page: number): DrawnPage {
  const whole = drawWhole(content, ways.first, settings)
  return whole === undefined ? drawPart(content, ways, settings, page) : { text: whole, page: 0, isLast: true }
}
