import { computed } from '@preact/signals'
import { isWholeView, place } from './address.ts'
import { phones } from './simulator.ts'
import { isWide, width } from './width.ts'

/** px: what a phone takes by itself and beside others, and what is left free before them: nothing of a next one is in sight. */
const sizes = { alone: 312, beside: 252, around: 12 }

/** px that the other parts need: what is less is cramped. */
const least = { log: 600, logBesideDetail: 440, detail: 440, ledger: 760, faults: 760, map: 1_000, phones: 600 }

/** Whether a screen with no room for phones has room for the log and the chosen row. */
export const isLogBesideDetail = computed(
  () => !isWide.value && width.value >= 960 && place.value.row !== 0 && place.value.view !== 'phones',
)

/** Whether a screen that isn't wide has room for a phone beside the log, or beside the chosen row. */
export const isPhoneBesideLog = computed(
  () => !isWide.value && width.value >= 700 && !isLogBesideDetail.value && !isWholeView(place.value.view),
)

/** Whether the chosen row's detail lies over the log, which is out of reach then. */
export const isLogCovered = computed(
  () => !isWide.value && !isLogBesideDetail.value && place.value.row !== 0 && !isWholeView(place.value.view),
)

/** How the width is shared: as many phones beside each other as leave room for the rest. */
export const desk = computed(() => {
  const { view, row } = place.value
  const isDetailed = row !== 0 && !isWholeView(view)
  if (!isWide.value) {
    const left = isPhoneBesideLog.value ? sizes.alone : 0
    const log = (width.value - left) * (isLogBesideDetail.value ? 0.5 : 1)
    return { phones: 1, left, isLogRoomy: log >= oneLine }
  }
  const rest = isDetailed ? least.logBesideDetail + least.detail : least[view]
  const most = Math.floor((width.value - rest - sizes.around) / sizes.beside)
  const shown = Math.max(1, Math.min(most, phones.value.length))
  const left = shown === 1 ? sizes.alone : shown * sizes.beside + sizes.around
  const log = (width.value - left) * (isDetailed ? 0.52 : 1)
  return { phones: shown, left, isLogRoomy: log >= oneLine }
})

/** px that a row of the log needs to stand on one line, also where it says long how it went and that it was sent by hand. */
const oneLine = 820
