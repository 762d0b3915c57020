import type { Rival, Screen, Shop } from './rivals.ts'

/** Runs each push on a menu of its own over the same sessions: the most that can be done for the libraries. */
export function forEachRequest({ openMenu }: Rival, shop: Shop): (push: object) => Promise<Screen> {
  const sessions = shop.sessions ?? new Map()
  return (push) => openMenu({ ...shop, sessions }).run(push)
}
