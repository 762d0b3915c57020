import type { FitSettings } from './fit-settings.ts'
import type { ScreenContent } from './screen-content.ts'
import { written } from './written.ts'

/** What stands above the choices: what was wrong with the last answer, and the text. */
export function proseOf({ lead, text }: ScreenContent, characters: FitSettings['characters']): string {
  const title = written(text, characters)
  return lead === undefined ? title : `${written(lead, characters)}\n${title}`
}
