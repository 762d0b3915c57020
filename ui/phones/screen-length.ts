import { gsm7Length } from '../../src/text/gsm7.ts'
import { texts } from '../texts.ts'

/** 37 of 182 · GSM 7-bit */
export function lengthOf(text: string): string {
  const septets = gsm7Length(text)
  return septets === undefined ? texts.length([...text].length, 70, 'Unicode') : texts.length(septets, 182, 'GSM 7-bit')
}
