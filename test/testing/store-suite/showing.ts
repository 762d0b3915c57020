import type { StoredEntry } from '../../../src/store/entry.ts'
import type { InboxStore } from '../../../src/store/inbox-store.ts'

/** An inbox that shows entries otherwise than they are. */
export function showing(inbox: InboxStore, show: (entry: StoredEntry) => StoredEntry): Partial<InboxStore> {
  return {
    get: async (registration, id) => {
      const entry = await inbox.get(registration, id)
      return entry && show(entry)
    },
    claim: async (most) => (await inbox.claim(most)).map((claim) => ({ ...claim, entry: show(claim.entry) })),
    list: async (query) => {
      const { entries, next } = await inbox.list(query)
      return {
        entries: entries.map((entry) => {
          const { form: _form, payload: _payload, ...shown } = show({ ...entry, form: 'push', payload: none })
          return shown
        }),
        next,
      }
    },
  }
}

const none = new Uint8Array()
