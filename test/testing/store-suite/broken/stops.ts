import type { KindStop } from '../../../../src/store/people/stops.ts'
import type { Breakages } from '../break-store.ts'
import { keptMemoryStore } from '../kept-memory-store.ts'

/** Ways in which a store keeps which kinds are stopped that must be found out. */
export const brokenStops: Breakages = {
  'never starts a kind again': {
    caughtBy: ['stops: a kind is stopped as it was given, with its time, until it is started'],
    stops: () => ({ start: async () => true }),
  },
  'stops a kind that is stopped': {
    caughtBy: ['stops: the first to stop a kind stands, and after a start another may'],
    stops: (stops) => ({
      stop: async (name, stop) => {
        await stops.start(name, stop.kind)
        return stops.stop(name, stop)
      },
    }),
  },
  'stops the kinds of all registrations together': {
    caughtBy: ['stops: registrations have their own'],
    stops: (stops) => ({
      list: () => stops.list('default'),
      stop: (_name, stop) => stops.stop('default', stop),
      start: (_name, kind) => stops.start('default', kind),
    }),
  },
  'shows what is stopped when it is closed': {
    caughtBy: ['stops: a store that is closed refuses them'],
    stops: (stops) => ({ list: (name) => stops.list(name).catch(() => []) }),
  },
  'does not hear of a stop beside the application': {
    caughtBy: ['stops: people stop and start beside the application too'],
    store: () => ({
      look: async () => {
        const look = await keptMemoryStore().look?.()
        if (look === undefined) throw new Error('it can be looked at')
        return look
      },
    }),
  },
  'stops a kind for its process alone': {
    caughtBy: [
      'beside: what one stops is stopped for the other, and the other may start it',
      'reopened: what was stopped is stopped still',
    ],
    stops: () => {
      const own: KindStop[] = []
      return {
        list: async () => [...own],
        stop: async (_name, stop) => own.push({ ...stop, at: Date.now() }) > 0,
        start: async () => own.pop() !== undefined,
      }
    },
  },
}
