import { gsm7Length } from '../../../src/text/gsm7.ts'
import { texts } from '../../texts/index.ts'

/** Of a screen: 37 of 182 · GSM 7-bit. */
export function lengthOf(text: string): string {
  return lengthWithin(text, 182)
}

/** Of a message of one part: 37 of 160 · GSM 7-bit. */
export function messageLengthOf(text: string): string {
  return lengthWithin(text, 160)
}

/** @param most septets; of other letters 70 have room */
function lengthWithin(text: string, most: number): string {
  const septets = gsm7Length(text)
  return septets === undefined
    ? texts.length([...text].length, 70, texts.alphabets.unicode)
    : texts.length(septets, most, texts.alphabets.gsm7)
}
