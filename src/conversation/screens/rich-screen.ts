import type { DrawnChoice, ScreenContent, Way } from './screen-content.ts'

/** A screen for the channels that draw choices themselves. */
export interface RichScreen {
  readonly message: string
  readonly data: readonly DrawnChoice[]
}

/**
 * Draws a screen for a rich channel (reference 2.6): the question alone as Message, the choices in Data, neither numbered
 * nor paged. The ways are choices beside the others, but on no `confirm`, which has two, and on nothing without choices.
 *
 * @example
 * ```ts
 * drawRich(content, [{ key: '0', word: 'Back' }]).data // [{ label: 'Rice', value: 'rice' }, { label: 'Back', value: '0' }]
 * ```
 */
export function drawRich(content: ScreenContent, ways: readonly Way[]): RichScreen {
  const { lead, text, choices, form } = content
  const message = lead === undefined ? text : `${lead}\n${text}`
  const takesWays = form === 'menu' || form === 'select'
  return { message, data: takesWays ? [...choices, ...ways.map(choiceOf)] : choices }
}

function choiceOf({ key, word }: Way): DrawnChoice {
  return { label: word, value: key }
}
