import { limits } from '../../catalogue/limits.ts'
import type { CheckedPayment } from '../../replies/index.ts'
import { foldToAscii } from '../../text/fold-characters.ts'
import { type Finding, masked, shortening } from './finding.ts'
import { foldedIn } from './folded-forms.ts'

/**
 * Compares the description of a payment with what its payer reads on USSD (reference 2.8): what was left out of it, or of the
 * names of its items, and what the registration folds.
 *
 * @param characters `ascii` where the registration folds
 * @example
 * ```ts
 * descriptionFindings(payment, 'keep', false) // [{ kind: 'shortened', of: 'description', … }]
 * ```
 */
export function descriptionFindings(
  payment: CheckedPayment,
  characters: 'ascii' | 'keep',
  isSensitive: boolean,
): readonly Finding[] {
  const { description } = payment
  const folded = foldedIn([{ text: description }], characters, isSensitive)
  const found = [...cutDescription(payment, characters), ...(folded === undefined ? [] : [folded])]
  return masked(
    found.map((finding) => ({ ...finding, of: 'description' })),
    isSensitive,
  )
}

function cutDescription(payment: CheckedPayment, characters: 'ascii' | 'keep'): readonly Finding[] {
  const { max } = limits.description
  const fix = `give a description of at most ${max} characters`
  const { description, cutFrom } = payment
  if (cutFrom !== undefined) {
    let shown = Math.min(cutFrom.length, max)
    while (!description.startsWith(cutFrom.slice(0, shown))) shown -= 1
    return [shortening(cutFrom, shown, fix)]
  }
  // The cedi sign becomes three letters.
  const folded = characters === 'ascii' ? foldToAscii(description) : description
  return folded.length > max ? [shortening(folded, max, fix)] : []
}
