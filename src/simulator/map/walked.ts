import { readTextOffers } from '../phone/offers.ts'
import type { ApplicationMap } from './application-map.ts'
import { Shapes } from './shapes.ts'

/** Finds the screens of a map again among what phones showed: by what stands on them beside options and numbers. */
export class WalkedScreens {
  readonly #shapes = new Shapes()
  readonly #ids: ReadonlyMap<string, readonly string[]>

  constructor({ screens }: ApplicationMap) {
    const texts = screens.map(({ text }) => readTextOffers(text))
    const labels = texts.flatMap(({ choices }) => choices.map(({ label }) => label))
    this.#shapes.learn([...labels, ...screens.flatMap(({ answers }) => answers.map(({ answer }) => answer))])
    const alike = Map.groupBy(screens, ({ text }) => this.#keyOf(text))
    this.#ids = new Map([...alike].map(([key, same]) => [key, same.map(({ id }) => id)]))
  }

  /** The ids of the screens that show such a text: several where answers alone tell them apart. */
  find(text: string): readonly string[] {
    return this.#ids.get(this.#keyOf(text)) ?? []
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
