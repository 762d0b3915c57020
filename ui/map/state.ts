import { computed, signal } from '@preact/signals'
import type { ApplicationMap, MapFinding, MappedScreen } from '../../src/simulator/map/application-map.ts'
import { go, place } from '../state/address.ts'
import { act, ask } from '../state/api.ts'
import { addCommands } from '../state/commands.ts'
import { attempt } from '../state/notices.ts'
import { texts } from '../texts/later.ts'

interface DrawnMap {
  readonly canDraw: boolean
  readonly map: ApplicationMap | null
  /** How often phones showed each screen. */
  readonly walked: Readonly<Record<string, number>>
}

export type { MapFinding, MappedScreen }

/** Undefined until it was asked for. */
export const drawn = signal<DrawnMap | undefined>(undefined)
export const isDrawing = signal(false)
export const asList = signal(false)
/** The screen that is looked at. */
export const chosen = signal<string | undefined>(undefined)

export const screens = computed(() => drawn.value?.map?.screens ?? [])

/** What its author may want to look at, by screen. */
export const findings = computed(() => byScreen(({ isHint }) => isHint !== true))

/** What is as it should be, and good to know, by screen. */
export const hints = computed(() => byScreen(({ isHint }) => isHint === true))

function byScreen(isMeant: (finding: MapFinding) => boolean): ReadonlyMap<string, readonly MapFinding[]> {
  return Map.groupBy((drawn.value?.map?.findings ?? []).filter(isMeant), ({ screen }) => screen)
}

export function timesWalked(id: string): number {
  return drawn.value?.walked[id] ?? 0
}

/** Asks for the map that there is, and what was walked since. */
export async function lookAgain(): Promise<void> {
  drawn.value = await ask<DrawnMap>('map').catch(() => drawn.value)
}

/** Has it drawn: the application is walked. */
export async function draw(): Promise<void> {
  isDrawing.value = true
  const made = await attempt(() => act<DrawnMap>('map'))
  isDrawing.value = false
  if (made !== undefined) drawn.value = made
}

addCommands(
  'map',
  {
    name: texts.commands.drawMap,
    keys: 'g d',
    also: texts.commands.drawMapAlso,
    isPossible: () => drawn.value?.canDraw === true && !isDrawing.value,
    run: () => {
      go({ view: 'map' })
      void draw()
    },
  },
  {
    name: texts.commands.mapList,
    keys: 'g i',
    isPossible: () => place.value.view === 'map' && screens.value.length > 0,
    run: () => {
      asList.value = !asList.value
    },
  },
)
