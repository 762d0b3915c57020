import { Inbox, type InboxParts } from '../../../src/admin/inbox.ts'
import { Trail } from '../../../src/admin/trail.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { OpenStore, Store } from '../../../src/store/store.ts'

/** A store that lets a test look into what an application keeps there. */
export function watchedStore(): { readonly store: Store; readonly inbox: (parts?: Partial<InboxParts>) => Inbox } {
  const memory = memoryStore()
  let opened: OpenStore | undefined
  return {
    store: {
      name: memory.name,
      durability: memory.durability,
      open: (user) => {
        opened = memory.open(user)
        return opened
      },
    },
    inbox: (parts = {}) => {
      if (opened === undefined) throw new Error('No application has opened the store')
      const trail = new Trail(opened.trail, 'default')
      return new Inbox({ look: opened.inbox, trail, registration: 'default', ...parts })
    },
  }
}
