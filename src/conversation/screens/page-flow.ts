import type { FitSettings } from './room.ts'
import { type Room, roomOf } from './room.ts'
import type { DrawnChoice, ScreenContent } from './screen-content.ts'
import { proseOf, titleOf } from './titles.ts'

/** What flows over the pages of a screen: the lead and the text first, then a line for each choice. */
export interface PageFlow {
  readonly prose: string
  readonly choices: readonly DrawnChoice[]
  /** The title in short, to stand above later pages of a list. */
  readonly heading: string
  readonly characters: FitSettings['characters']
}

/** How far the pages before have come. */
export interface Place {
  /** The first unit of the prose that is not drawn yet; its length when all is. */
  readonly prose: number
  /** How many choices are drawn. */
  readonly choices: number
}

export function pageFlow(content: ScreenContent, settings: FitSettings): PageFlow {
  const { text, choices } = content
  const { characters } = settings
  const heading = titleOf(text, characters, headingRoom(settings))
  return { prose: proseOf(content, characters), choices, heading, characters }
}

/** A quarter of a page is enough to say what the list is, and leaves most of it to the list. */
function headingRoom(settings: FitSettings): Room {
  const { septets, units } = roomOf(settings)
  return { septets: Math.floor(septets / 4), units: Math.floor(units / 4) }
}
