import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { ApplicationMap } from '../map/application-map.ts'
import { type Before, WalkedScreens } from '../map/walked.ts'
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
