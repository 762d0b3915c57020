import { afterBreak, breakText, shortened } from './break-text.ts'
import type { PageFlow, Place } from './page-flow.ts'
import { isRoom, type Room, roomBeside } from './room.ts'
import { writtenLine } from './written.ts'

/** What was put on one page, and where the next begins. */
export interface FilledPage {
  readonly text: string
  readonly next: Place
}

/**
 * Puts on a page what fits of the flow from a place on. A choice is never split: what does not fit whole goes to the next
 * page, and only one that is longer than a page of its own is shortened.
 *
 * @param heading stands at its top; empty for none
 */
export function fillPage(flow: PageFlow, from: Place, room: Room, heading: string): FilledPage {
  const { prose } = flow
  if (from.prose === prose.length) return fillChoices(flow, from.choices, room, heading)
  const above = heading === '' ? '' : `${heading}\n`
  const end = breakText(prose, from.prose, roomBeside(room, above))
  const text = above + prose.slice(from.prose, end).trimEnd()
  if (end < prose.length) return { text, next: { prose: afterBreak(prose, end), choices: 0 } }
  return fillChoices(flow, 0, room, text)
}

function fillChoices({ prose, choices, characters }: PageFlow, from: number, room: Room, above: string): FilledPage {
  let text = above
  let left = roomBeside(room, above)
  let drawn = from
  for (let choice = choices[drawn]; choice !== undefined; choice = choices[drawn]) {
    const number = choice.number === '' ? '' : `${choice.number ?? drawn + 1}. `
    const begin = `${text === '' ? '' : '\n'}${number}`
    const label = writtenLine(choice.label, characters)
    const after = roomBeside(left, begin + label)
    if (!isRoom(after) && text !== '') break
    text += begin + (isRoom(after) ? label : shortened(label, roomBeside(left, begin)))
    left = after
    drawn += 1
  }
  return { text, next: { prose: prose.length, choices: drawn } }
}
