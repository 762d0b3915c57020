import type { Screen, ScreenChoice } from './screen.ts'

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
