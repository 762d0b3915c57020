import { readTextOffers } from '../phone/offers.ts'
import type { ApplicationMap } from './application-map.ts'
import { Shapes } from './shapes.ts'

/** Finds the screens of a map again among what phones showed: by what stands on them beside options and numbers. */
export class WalkedScreens {
  readonly #shapes = new Shapes()
  readonly #ids: ReadonlyMap<string, string>

  constructor({ screens }: ApplicationMap) {
    const texts = screens.map(({ text }) => readTextOffers(text))
    const labels = texts.flatMap(({ choices }) => choices.map(({ label }) => label))
    this.#shapes.learn([...labels, ...screens.flatMap(({ answers }) => answers.map(({ answer }) => answer))])
    this.#ids = new Map(screens.map(({ id, text }) => [this.#keyOf(text), id]))
  }

  /** The id of the screen that shows such a text; undefined where the map has none. */
  find(text: string): string | undefined {
    return this.#ids.get(this.#keyOf(text))
  }

  #keyOf(text: string): string {
    const { choices, ways } = readTextOffers(text)
    const lines = text.split('\n')
    if (ways.length > 0) lines.pop()
    const isChoice = (line: string): boolean =>
      choices.some(({ label, value }) => line.trimStart().startsWith(value) && line.trimEnd().endsWith(label))
    const prompt = lines.filter((line) => !isChoice(line)).join('\n')
    return this.#shapes.of(prompt.trim())
  }
}
