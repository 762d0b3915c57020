import { shortestSecret } from '../../text/describe-error.ts'

/** What is wrong with a screen that can be drawn: its author would not want it. */
export type ScreenDoubt = 'value' | 'secret' | 'labels' | 'plainPin'

/** A screen, as far as it may be doubted. */
export interface DoubtedScreen {
  readonly text: string
  /** The answer is typed. */
  readonly isField: boolean
  readonly isSensitive: boolean
  readonly options?: readonly unknown[] | undefined
}

/** @param secrets what was answered to sensitive questions before it */
export function doubtOf(
  { text, isField, isSensitive, options = [] }: DoubtedScreen,
  secrets: readonly string[],
): ScreenDoubt | undefined {
  if (valueInText.test(text)) return 'value'
  if (!isSensitive && secrets.some((secret) => secret.length >= shortestSecret && text.includes(secret)))
    return 'secret'
  if (isField && !isSensitive && asksPin.test(text)) return 'plainPin'
  const lines = options.map((option) => JSON.stringify(labelOf(option)))
  return new Set(lines).size < lines.length ? 'labels' : undefined
}

/** A price or a group beside it tells an option from another of its name. */
function labelOf(option: unknown): unknown {
  if (typeof option !== 'object' || option === null) return [option]
  const { label, amount, group }: { label?: unknown; amount?: unknown; group?: unknown } = option
  return [label, amount, group]
}

const asksPin = /\bPIN\b|\bpasswords?\b|\bmot de passe\b/i
const valueInText = /\b(?:undefined|NaN)\b|\[object \w+\]/
