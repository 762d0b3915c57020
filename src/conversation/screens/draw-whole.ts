import type { FitSettings } from './room.ts'
import { isRoom, roomBeside, roomOf } from './room.ts'
import type { ScreenContent, Way } from './screen-content.ts'
import { proseOf } from './titles.ts'
import { waysInWords } from './ways-line.ts'
import { writtenLine } from './written.ts'

/** A screen on one page; undefined when it needs more. Most fit, and this is the short way for them. */
export function drawWhole(content: ScreenContent, ways: readonly Way[], settings: FitSettings): string | undefined {
  const { limit, characters } = settings
  let drawn = proseOf(content, characters)
  let number = 0
  for (const { label, number: own } of content.choices) {
    number += 1
    drawn += `\n${own ?? number}. ${writtenLine(label, characters)}`
    // No character takes less than 1 of the limit: a list of thousands need not be written to know that it is long.
    if (drawn.length > limit) return undefined
  }
  const line = waysInWords(ways, characters)
  if (line !== '') drawn += `\n${line}`
  return isRoom(roomBeside(roomOf(settings), drawn)) ? drawn : undefined
}
