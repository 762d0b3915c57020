import { type StartThread, startThread } from '../../../src/store/sqlite/main/thread.ts'

/** Threads of which the writer of the inbox hears, and ends, no more from the moment that its disk hangs. */
export function hangingThreads(): { start: StartThread; hang(): void; letGo(): void } {
  let isHung = false
  const held: (() => void)[] = []
  const orHeld = (act: () => void): void => {
    if (isHung) held.push(act)
    else act()
  }
  return {
    start: (role, listener) => {
      const thread = startThread(role, listener)
      if (role.role !== 'inbox') return thread
      return {
        ...thread,
        post: (message, transfer) => orHeld(() => thread.post(message, transfer)),
        end: () => orHeld(() => thread.end()),
      }
    },
    hang: () => {
      isHung = true
    },
    letGo: () => {
      isHung = false
      for (const act of held.splice(0)) act()
    },
  }
}
