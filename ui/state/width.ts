import { signal } from '@preact/signals'

const wide = matchMedia('(min-width: 1200px)')

const roomy = matchMedia('(min-width: 1320px)')

/** Whether the top bar has room for all that is on. */
export const isRoomy = signal(roomy.matches)
roomy.addEventListener('change', () => {
  isRoomy.value = roomy.matches
})

/** Of the window, px. */
export const width = signal(innerWidth)
addEventListener('resize', () => {
  width.value = innerWidth
})

/** Whether phones, log and detail fit beside each other. */
export const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})
