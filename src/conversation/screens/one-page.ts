import { type FitSettings, roomOf, shortened } from './room.ts'
import { written } from './written.ts'

/**
 * A text that stands alone on a phone, with no way to another page: what does not fit is left out.
 *
 * @example
 * ```ts
 * onePage('Tɔ so', { limit: 160, characters: 'gsm7' }) // 'To so'
 * ```
 */
export function onePage(text: string, fit: FitSettings): string {
  return shortened(written(text, fit.characters), roomOf(fit))
}
