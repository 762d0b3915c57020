import { setTimeout as pause } from 'node:timers/promises'

// ms between two looks
const every = 2_000

/**
 * What begins to look when it is called, and looks again until nothing is in the way. However often it is called, there is one look at a time.
 *
 * @param isInTheWay never rejects
 */
export function watch(isInTheWay: () => Promise<boolean>, isOver: () => boolean): () => void {
  let isAsked = false
  let isWatching = false
  const look = async () => {
    isWatching = true
    while (isAsked && !isOver()) {
      isAsked = false
      if (await isInTheWay()) isAsked = true
      await pause(every, undefined, { ref: false })
    }
    isWatching = false
  }
  return () => {
    isAsked = true
    if (!isWatching) void look()
  }
}
