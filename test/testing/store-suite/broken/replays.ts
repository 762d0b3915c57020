import type { InboxStore } from '../../../../src/store/inbox-store.ts'
import type { Breakages } from '../break-store.ts'
import { showing } from '../showing.ts'

/** Ways in which a store asks for entries again that must be found out. */
export const brokenReplays: Breakages = {
  'does not hear what is asked for again': {
    caughtBy: ['replay: what could not be read again is worked once more'],
    inbox: () => ({ replay: async () => true, redrive: async () => 0 }),
  },
  'asks again for what waits or runs': {
    caughtBy: [
      'replay: what waits or runs is left as it is, and what is not there cannot be asked for',
      'replay: with attempts, only what was not tried since is asked for, and of several at once one gets it',
      'registrations: what each lists, counts, asks for and forgets is its own',
    ],
    inbox: (inbox) => ({
      replay: async (registration, id) => {
        await inbox.replay(registration, id)
        return true
      },
    }),
  },
  'asks again whatever was tried since': {
    caughtBy: ['replay: with attempts, only what was not tried since is asked for, and of several at once one gets it'],
    inbox: (inbox) => ({ replay: (registration, id) => inbox.replay(registration, id) }),
  },
  'forgets that something was asked for again': {
    caughtBy: [
      'rejected: asked for again it is worked once more',
      'replay: a done entry waits once more, under its own id and with its attempts',
      'redrive: dead entries wait once more, and each lane keeps its order',
    ],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, replay: false })),
  },
  'puts what is asked for again at the end of its lane': {
    caughtBy: [
      'replay: it stands where it stood in its lane, before what came later',
      'replay: while another of its lane runs it waits for it',
      'replay: while another of its lane runs and is handed back it comes first',
      'replay: its identity is known all the while',
      'beside: what one has done the other sees',
    ],
    inbox: replayedLast,
  },
  'asks for the newest dead entries first': {
    caughtBy: ['redrive: only dead entries are touched'],
    inbox: (inbox) => ({
      redrive: async (filter, most) => {
        const { entries } = await inbox.list({ ...filter, states: ['dead'], limit: most })
        for (const { id } of entries) await inbox.replay(filter.registration, id)
        return entries.length
      },
    }),
  },
  'asks for all dead entries at once': {
    caughtBy: ['redrive: no more than were asked for at once, the oldest first, until none is left'],
    inbox: (inbox) => ({ redrive: (filter) => inbox.redrive(filter, 1_000) }),
  },
  'asks for dead entries whatever is given': {
    caughtBy: ['redrive: only what fits all that is given'],
    inbox: (inbox) => ({ redrive: ({ registration }, most) => inbox.redrive({ registration }, most) }),
  },
  'asks for everything that has ended': {
    caughtBy: ['redrive: only dead entries are touched'],
    inbox: (inbox) => ({
      redrive: async (filter, most) => {
        const { entries } = await inbox.list({ ...filter, limit: 1_000 })
        const replayed = await Promise.all(entries.map(({ id }) => inbox.replay(filter.registration, id)))
        return Math.min(most, replayed.filter(Boolean).length)
      },
    }),
  },
}

/** What is asked for again waits behind what waits already. */
function replayedLast(inbox: InboxStore): Partial<InboxStore> {
  const asked: string[] = []
  return {
    replay: async (registration, id) => {
      const entry = await inbox.get(registration, id)
      if (entry === undefined || entry.finishedAt === null || asked.includes(id)) return false
      asked.push(id)
      return true
    },
    claim: async (most) => {
      const claims = await inbox.claim(most)
      const { waiting } = await inbox.count({ registration: 'default', states: ['waiting'] })
      if (claims.length === 0 && waiting === 0) {
        const next = asked.shift()
        if (next !== undefined) await inbox.replay('default', next)
        return inbox.claim(most)
      }
      return claims
    },
  }
}
