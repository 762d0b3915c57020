import type { TrailLine } from '../../../../src/store/people/trail.ts'
import type { Breakages } from '../break-store.ts'
import { keptMemoryStore } from '../kept-memory-store.ts'

/** Ways in which a store keeps what people did that must be found out. */
export const brokenTrails: Breakages = {
  'forgets who did it': {
    caughtBy: [
      'trail: a line is shown as it was given, with its time',
      'trail: people add to it beside the application too',
    ],
    trail: (trail) => ({ append: (name, line) => trail.append(name, { ...line, by: null }) }),
  },
  'shows what people did from the start': {
    caughtBy: ['trail: it is listed in pages, newest first, and new lines move nothing'],
    trail: (trail) => ({
      list: async (query) => {
        const { lines, next } = await trail.list(query)
        return { lines: lines.toReversed(), next }
      },
    }),
  },
  'shows all that people did for one entry': {
    caughtBy: ['trail: it is found by its entry and by its time'],
    trail: (trail) => ({ list: (query) => trail.list({ ...query, entry: undefined }) }),
  },
  'keeps what people did of all registrations together': {
    caughtBy: ['trail: registrations have their own'],
    trail: (trail) => ({
      append: (_name, line) => trail.append('default', line),
      list: (query) => trail.list({ ...query, registration: 'default' }),
    }),
  },
  'never forgets what people did': {
    caughtBy: ['trail: it goes when its time is over, and only then, the oldest first'],
    trail: () => ({ sweep: async () => 0 }),
  },
  'shows what people did when it is closed': {
    caughtBy: ['trail: a store that is closed refuses it'],
    trail: (trail) => ({
      list: (query) => trail.list(query).catch(() => ({ lines: [], next: undefined })),
    }),
  },
  'does not keep what people do beside the application': {
    caughtBy: ['trail: people add to it beside the application too'],
    store: () => ({
      look: async () => {
        const look = await keptMemoryStore().look?.()
        if (look === undefined) throw new Error('it can be looked at')
        return look
      },
    }),
  },
  'loses what people did with its process': {
    caughtBy: ['reopened: what people did is there'],
    trail: () => {
      const own: TrailLine[] = []
      return {
        append: async (_name, line) => {
          own.unshift({ ...line, at: Date.now() })
        },
        list: async () => ({ lines: own, next: undefined }),
      }
    },
  },
}
