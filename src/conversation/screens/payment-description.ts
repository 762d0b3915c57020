import { limits } from '../../catalogue/limits.ts'
import type { CheckedPayment } from '../../replies/index.ts'
import { type Finding, masked, shortening } from './finding.ts'
import { foldedIn } from './folded-forms.ts'
import type { FitSettings } from './room.ts'
import { writtenLine } from './written.ts'

/** A payment with its description in the characters of the screens: its payer reads both on the same phone. */
export function writtenPayment(payment: CheckedPayment, characters: FitSettings['characters']): CheckedPayment {
  return payment.written((text) => writtenLine(text, characters))
}

/**
 * Compares the description of a payment with what its payer reads on USSD (reference 2.8): what was left out of it, or of the
 * names of its items, and what is folded.
 * @example
 * ```ts
 * descriptionFindings(payment, 'keep', false) // [{ kind: 'shortened', of: 'description', … }]
 * ```
 */
export function descriptionFindings(
  payment: CheckedPayment,
  characters: FitSettings['characters'],
  isSensitive: boolean,
): readonly Finding[] {
  const folded = foldedIn([{ text: payment.described }], characters, isSensitive)
  const found = [...cutDescription(writtenPayment(payment, characters)), ...(folded === undefined ? [] : [folded])]
  return masked(
    found.map((finding) => ({ ...finding, of: 'description' })),
    isSensitive,
  )
}

function cutDescription({ description, cutFrom }: CheckedPayment): readonly Finding[] {
  if (cutFrom === undefined) return []
  const { max } = limits.description
  let shown = Math.min(cutFrom.length, max)
  while (!description.startsWith(cutFrom.slice(0, shown))) shown -= 1
  return [shortening(cutFrom, shown, `give a description of at most ${max} characters`)]
}
