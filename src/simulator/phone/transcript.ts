import type { Channel, Screen, ScreenChoice } from './screen.ts'

/** What was done at a phone and what it showed, as text to read and to keep as a snapshot. */
export class Transcript {
  readonly #entries: { readonly label: string; shown: string }[] = []

  /** Notes a push; the result notes what it was answered with. */
  open(label: string): (shown: string) => void {
    const entry = { label, shown: '  (no screen)' }
    this.#entries.push(entry)
    return (shown) => {
      entry.shown = shown
    }
  }

  toString(): string {
    return this.#entries.flatMap(({ label, shown }) => (shown === '' ? label : [label, shown])).join('\n')
  }
}

/** A screen as a transcript shows it: what its channel draws, and how the session ends if it does. */
export function drawScreen(screen: Screen, channel: Channel): string {
  const { text, type, payment, item } = screen
  const drawn = channel === 'ussd' ? text.split('\n') : drawRichFields(screen)
  const lines = drawn.map((line) => `  ${line}`.trimEnd())
  if (item !== undefined) {
    const bought = item.map(({ name, quantity, price }) => `${quantity} x ${name} at ${price}`).join(', ')
    lines.push(`  (the session ends in the checkout of ${bought})`)
  } else if (payment !== undefined) {
    lines.push(`  (the session ends and asks to pay ${payment.amount} for ${payment.description})`)
  } else if (type === 'release') {
    lines.push('  (the session ends)')
  }
  return lines.join('\n')
}

/**
 * The lines of a screen on a rich channel: its title, its text, what can be chosen with the value that is pushed for it,
 * and in parentheses what the channel makes of it.
 */
export function drawRichFields(screen: Screen): readonly string[] {
  const { label, text, choices = [] } = screen
  const form = formOf(screen)
  return [
    ...(label === undefined ? [] : [`# ${label}`]),
    ...text.split('\n'),
    ...choices.map(drawChoice),
    ...(form === '' ? [] : [`(${form})`]),
  ]
}

function drawChoice({ display, value, amount }: ScreenChoice): string {
  return `- ${display} (${amount === undefined ? value : `${value}, ${amount}`})`
}

/** What is entered is of interest only where something is; an ending says itself that nothing follows. */
function formOf({ type, dataType, fieldType, mask, maskNext }: Screen): string {
  const isAsked = type === 'response'
  return [
    isAsked ? dataType : undefined,
    isAsked && dataType === 'input' ? fieldType : undefined,
    mask === undefined ? undefined : 'masked',
    maskNext === undefined ? undefined : 'the answer masked',
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** What went wrong while a screen was waited for: the subscriber sees nothing of it. */
export interface Mishap {
  /** For the error of a step. */
  readonly line: string
  /** What was thrown; undefined where nothing was. */
  readonly error: unknown
}

/** How the error of a step ends: with what went wrong, and what led there. */
export function storyOf(mishap: Mishap | undefined, transcript: string): string {
  const wrong = mishap === undefined ? '' : `\n${mishap.line}`
  return transcript === '' ? wrong : `${wrong}\nafter\n${indent(transcript)}`
}

/** The error of a step, with what was thrown as its cause. */
export function blame<E extends Error>(error: E, mishap: Mishap | undefined): E {
  if (mishap?.error !== undefined) error.cause = mishap.error
  return error
}

/** A text as part of another: every line of it two spaces in. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
