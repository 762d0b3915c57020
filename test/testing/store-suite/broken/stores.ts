import type { NewEntry } from '../../../../src/store/entry.ts'
import { keptStore } from '../../../store/kept/kept-store.ts'
import type { Breakages } from '../break-store.ts'
import { withMethods } from '../with-methods.ts'

/** Ways in which a store is opened, closed and looked at that must be found out. */
export const brokenStores: Breakages = {
  'keeps registrations together': {
    caughtBy: [
      'registrations: the same notification is new to each',
      'registrations: each works its own entries, in lanes of its own',
      'registrations: entries of one id end on their own',
    ],
    inbox: (inbox) => ({
      get: async (_registration, id) => inbox.get('default', id),
      list: (query) => inbox.list({ ...query, registration: 'default' }),
      count: (filter) => inbox.count({ ...filter, registration: 'default' }),
      replay: (_registration, id) => inbox.replay('default', id),
      redrive: (filter, most) => inbox.redrive({ ...filter, registration: 'default' }, most),
    }),
    store: (store) => ({ open: (user) => store.open({ ...user, registration: 'default' }) }),
  },
  'gives each who opens it a store of their own': {
    caughtBy: [
      'beside: lanes are worked in order by both at once',
      'beside: what one claims with its acceptance the other does not get',
    ],
    store: () => {
      let opened = 0
      return { open: (user) => ({ ...keptStore().open(user), opened: opened++ }) }
    },
  },
  'tells each who opens it another time': {
    caughtBy: ['beside: where a store has a time of its own, both are told the same, and it goes on'],
    store: (store) => {
      let opened = 0
      return {
        open: (user) => {
          const off = opened++ * 3_600_000
          return { ...store.open(user), now: () => Date.now() + off }
        },
      }
    },
  },
  'closes for all when one closes': {
    caughtBy: ['beside: what one holds when it closes the other takes over, with no attempt used up'],
    store: (store) => {
      const all: { close(): Promise<void> }[] = []
      return {
        open: (user) => {
          const opened = store.open(user)
          all.push(opened)
          return {
            ...opened,
            close: async () => {
              for (const { close } of all) await close()
            },
          }
        },
      }
    },
  },
  'drops what was begun when it closes': {
    caughtBy: [
      'close: what was begun is finished',
      'close: every later call of the inbox is refused',
      'reopened: what was begun when it closed is there',
    ],
    store: (store) => ({
      open: (user) => {
        const opened = store.open(user)
        let isOpen = true
        return {
          ...opened,
          inbox: withMethods(opened.inbox, {
            accept: async (entry: NewEntry, claim: boolean) => {
              await Promise.resolve()
              if (!isOpen) throw new Error('closed')
              return opened.inbox.accept(entry, claim)
            },
          }),
          close: async () => {
            isOpen = false
            await opened.close()
          },
        }
      },
    }),
  },
  'does not let go when it closes': {
    caughtBy: ['close: every later turn is refused'],
    store: (store) => {
      const held: { close(): Promise<void> }[] = []
      return {
        open: (user) => {
          const opened = store.open(user)
          return { ...opened, close: async () => void held.push(opened) }
        },
      }
    },
  },
  'cannot be closed twice': {
    caughtBy: [
      'close: twice is harmless',
      'reopened: what was accepted is a repeat, what conflicted too',
      'reopened: lanes go on in order',
    ],
    opened: (opened) => {
      let isOpen = true
      return {
        close: async () => {
          if (!isOpen) throw new Error('closed already')
          isOpen = false
          await opened.close()
        },
      }
    },
  },
  'is never well': {
    caughtBy: [
      'registrations: one goes on when the other has closed (shop first)',
      'registrations: one goes on when the other has closed (tickets first)',
    ],
    opened: () => ({ health: () => ({ ok: false, why: 'it never is', waiting: 1, commits: 0 }) }),
  },
  'commits nothing, and calls it durable': {
    caughtBy: ['health: it is well while it is used, and counts what it commits'],
    store: () => ({ durability: 'power' }),
  },
  'refuses what comes after what it cannot keep': {
    caughtBy: ['spoiled: what comes after it is accepted, and the store is well'],
    inbox: (inbox) => {
      let isBroken = false
      return {
        accept: async (entry, claim) => {
          if (isBroken) throw new Error('the transaction was aborted')
          try {
            return await inbox.accept(entry, claim)
          } catch (error) {
            isBroken = true
            throw error
          }
        },
      }
    },
  },
  'says that it keeps what it cannot': {
    caughtBy: ['spoiled: an entry that cannot be kept is refused alone, among others'],
    inbox: (inbox) => ({
      accept: async (entry, claim) => {
        try {
          return await inbox.accept(entry, claim)
        } catch {
          return { status: 'accepted' }
        }
      },
    }),
  },
  'shows nothing to those who look': {
    caughtBy: ['look: it shows what the application has'],
    store: () => ({
      look: async () => ({ ...(await memoryLook()), registrations: async () => [] }),
    }),
  },
  'shows no open sessions': {
    caughtBy: ['look: it shows open sessions with their states, and what was left of others'],
    store: () => ({
      look: async () => ({ ...(await memoryLook()), registrations: async () => ['default', 'tickets'] }),
    }),
  },
  'does not hear those who look': {
    caughtBy: [
      'look: what is asked for again there is worked again',
      'look: what is asked for again there is told to the application',
    ],
    store: (store) => ({
      look: async () => {
        const look = await store.look?.()
        const own = look ?? (await memoryLook())
        return { ...own, inbox: withMethods(own.inbox, { replay: async () => true, redrive: async () => 1 }) }
      },
    }),
  },
}

async function memoryLook() {
  const opened = keptStore().open({ registration: 'nobody', log: console })
  const { inbox, turns: sessions, trail, stops } = opened
  return {
    inbox,
    sessions,
    trail,
    stops,
    openSessions: { count: async () => 0, list: async () => ({ sessions: [], next: undefined }) },
    registrations: async () => [],
    close: () => opened.close(),
  }
}
