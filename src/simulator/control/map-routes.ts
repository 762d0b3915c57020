import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { ApplicationMap, MappedScreen } from '../map/application-map.ts'
import { Shapes } from '../map/shapes.ts'
import { promptOf, readTextOffers } from '../phone/offers.ts'
import type { Face } from './face.ts'
import { type ControlRoute, does, nothing, shows } from './route.ts'
import { wordsOf } from './row-words.ts'

/** The map of the application, and which of its screens phones have shown. */
export function mapRoutes(face: Face): readonly ControlRoute[] {
  let map: ApplicationMap | null = null
  let screens: WalkedScreens | undefined
  // A row keeps what it showed.
  let known = new WeakMap<LogRow, string | undefined>()
  const shown = () => {
    const walked: Record<string, number> = {}
    const rows = map === null ? [] : face.log.rows({ direction: 'push' })
    // By session.
    const last = new Map<string, Omit<Before, 'entered'>>()
    for (const row of rows) {
      const { sessionId } = row.about
      const { screen: text, words } = wordsOf(row)
      if (text === null || sessionId === undefined) continue
      const before = last.get(sessionId)
      const id = known.has(row) ? known.get(row) : screens?.find(text, before && { ...before, entered: words })
      known.set(row, id)
      if (id !== undefined) walked[id] = (walked[id] ?? 0) + 1
      last.set(sessionId, { text, id })
    }
    return { canDraw: face.mapper !== null, map, walked }
  }
  return [
    shows(
      '/map',
      'The map of the application as it was drawn last, and how often phones showed its screens',
      nothing,
      shown,
    ),
    does('/map', 'Draws the map of the application: walks all its screens', nothing, async () => {
      if (face.mapper === null)
        throw new FMW_SIMULATOR_STATE(
          'has no way to draw a map: start it with dev or simulate and a module, or set sim.mapper',
        )
      map = await face.mapper()
      screens = new WalkedScreens(map)
      known = new WeakMap()
      return shown()
    }),
  ]
}

/** A screen that a phone showed, and what was entered there. */
interface Before {
  readonly text: string
  /** Its id; undefined where the map has no such screen. */
  readonly id: string | undefined
  readonly entered: string
}

/** Finds the screens of a map again among what phones showed: by what stands on them beside options and numbers. */
class WalkedScreens {
  readonly #shapes = new Shapes()
  readonly #alike: ReadonlyMap<string, readonly MappedScreen[]>
  readonly #byId: ReadonlyMap<string, MappedScreen>

  constructor({ screens }: ApplicationMap) {
    const texts = screens.map(({ text }) => readTextOffers(text))
    const labels = texts.flatMap(({ choices }) => choices.map(({ label }) => label))
    this.#shapes.learn([...labels, ...screens.flatMap(({ answers }) => answers.map(({ answer }) => answer))])
    this.#alike = Map.groupBy(screens, ({ text }) => this.#keyOf(text))
    this.#byId = new Map(screens.map((screen) => [screen.id, screen]))
  }

  /**
   * The id of the screen that shows such a text; undefined where none does. What was answered before it tells those apart
   * that look the same: where it tells nothing, it's the first of them.
   */
  find(text: string, before?: Before): string | undefined {
    const alike = (this.#alike.get(this.#keyOf(text)) ?? []).map(({ id }) => id)
    if (alike.length < 2 || before?.id === undefined) return alike[0]
    const answers = this.#byId.get(before.id)?.answers ?? []
    const led = answers.filter(({ to }) => alike.includes(to))
    const label = labelIn(before)
    const chosen = led.find(({ answer }) => label?.startsWith(answer) === true)
    const [only, another] = new Set(led.map(({ to }) => to))
    if (chosen !== undefined) return chosen.to
    if (only !== undefined && another === undefined) return only
    return alike.includes(before.id) ? before.id : alike[0]
  }

  #keyOf(text: string): string {
    return this.#shapes.of(promptOf(text, readTextOffers(text)))
  }
}

function labelIn({ text, entered }: Before): string | undefined {
  const { choices, ways } = readTextOffers(text)
  return [...choices, ...ways].find(({ value }) => value === entered.trim())?.label
}
