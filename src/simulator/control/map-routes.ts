import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { LogRow } from '../log/row.ts'
import type { ApplicationMap } from '../map/application-map.ts'
import { WalkedScreens } from '../map/walked.ts'
import type { Face } from './face.ts'
import { type ControlRoute, does, nothing, shows } from './route.ts'
import { wordsOf } from './row-words.ts'

/** The map of the application, and which of its screens phones have shown. */
export function mapRoutes(face: Face): readonly ControlRoute[] {
  let map: ApplicationMap | null = null
  let screens: WalkedScreens | undefined
  // A row keeps what it showed.
  let known = new WeakMap<LogRow, readonly string[]>()
  const idsOf = (row: LogRow): readonly string[] => {
    const kept = known.get(row)
    if (kept !== undefined) return kept
    const { screen } = wordsOf(row)
    const ids = screen === null ? [] : (screens?.find(screen) ?? [])
    known.set(row, ids)
    return ids
  }
  const shown = () => {
    const walked: Record<string, number> = {}
    const rows = map === null ? [] : face.log.rows({ direction: 'push' })
    for (const id of rows.flatMap(idsOf)) walked[id] = (walked[id] ?? 0) + 1
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
