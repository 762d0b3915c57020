import { gsm7Length } from '../../../src/text/gsm7.ts'
import { simulator } from '../../state/simulator.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'

/** Of a screen: 37 of 182 · GSM 7-bit. Empty before the simulator was asked how much has room. */
export function lengthOf(text: string, { operator }: Pick<PhoneState, 'operator'>): string {
  const lengths = simulator.value?.ussd
  if (lengths === undefined) return ''
  const { screenLength, screenLengths, otherLength } = lengths
  return lengthWithin(
    text,
    (Object.hasOwn(screenLengths, operator) ? screenLengths[operator] : undefined) ?? screenLength,
    otherLength,
  )
}

/** Of a message of one part: 37 of 160 · GSM 7-bit. */
export function messageLengthOf(text: string): string {
  return lengthWithin(text, 160, 70)
}

/** @param most septets; of other letters `others` have room */
function lengthWithin(text: string, most: number, others: number): string {
  const septets = gsm7Length(text)
  return septets === undefined
    ? texts.length([...text].length, others, texts.alphabets.unicode)
    : texts.length(septets, most, texts.alphabets.gsm7)
}
