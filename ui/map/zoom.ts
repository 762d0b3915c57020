import { computed, signal } from '@preact/signals'
import { place } from '../state/address.ts'
import { addCommands } from '../state/commands.ts'
import { width } from '../state/width.ts'
import { texts } from '../texts/later.ts'
import { asList, screens } from './state.ts'

/** The scale at which the whole map is in sight, up to its own size. */
export const fitting = signal(1)

/** What somebody chose; undefined where the map fits the window. */
const chosenScale = signal<number | undefined>(undefined)

export const scale = computed(() => chosenScale.value ?? fitting.value)

/** Whether a graph can be read on the window. */
export const hasRoom = computed(() => width.value >= 700)

/** Whether what is known of a screen fits beside it. */
export const hasRoomBeside = computed(() => width.value >= 800)

/** Whether the map is drawn as a graph. */
export const isGraph = computed(() => hasRoom.value && !asList.value && screens.value.length > 0)

const isPossible = () => isGraph.value && place.value.view === 'map'

addCommands(
  'map',
  { name: texts.commands.zoomIn, keys: '+', isPossible, run: closer },
  { name: texts.commands.zoomOut, keys: '-', isPossible, run: farther },
  { name: texts.commands.zoomFit, keys: '0', isPossible, run: fit },
)

const step = 1.25
const limits = { least: 0.2, most: 2 }

export function closer(): void {
  chosenScale.value = Math.min(limits.most, scale.value * step)
}

export function farther(): void {
  chosenScale.value = Math.max(limits.least, scale.value / step)
}

export function fit(): void {
  chosenScale.value = undefined
}
