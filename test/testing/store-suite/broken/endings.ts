import type { Breakages } from '../break-store.ts'

/** Ways in which a store ends sessions that must be found out. */
export const brokenEndings: Breakages = {
  'is told by everyone that they are the first': {
    caughtBy: ['fence: when the subscriber has left, a late result is dropped'],
    turns: (turns) => ({ end: async (ending) => ({ ...(await turns.end(ending)), isFirst: true }) }),
  },
  'is told by nobody that they are the first': {
    caughtBy: ['end: in a session that the application has ended it is still the first'],
    turns: (turns) => ({ end: async (ending) => ({ ...(await turns.end(ending)), isFirst: false }) }),
  },
  'looks who is the first, waits, then writes': {
    caughtBy: ['end: of twenty at once one is the first'],
    turns: (turns) => {
      const ended = new Set<string>()
      return {
        end: async (ending) => {
          const isFirst = !ended.has(ending.sessionId)
          const { state } = await turns.end(ending)
          ended.add(ending.sessionId)
          return { isFirst, state }
        },
      }
    },
  },
  'ends a session without its state': {
    caughtBy: [
      'end: the first one gets the state, and is told that it is the first',
      'end: in a session that the application has ended it is still the first',
    ],
    turns: (turns) => ({ end: async (ending) => ({ ...(await turns.end(ending)), state: null }) }),
  },
  'ends nothing that it does not know': {
    caughtBy: [
      'end: it starts a session that is unknown, and only an initiation runs in it',
      'end: of one session is none of another',
    ],
    turns: (turns) => ({
      end: async (ending) => {
        const known = await turns.get('default', ending.sessionId)
        return known.length === 0 ? { isFirst: false, state: null } : turns.end(ending)
      },
    }),
  },
  'ends every session of that id': {
    caughtBy: ['reopened: a session goes on where it was'],
    turns: (turns) => {
      const ended = new Set<string>()
      return {
        end: async (ending) => {
          const isFirst = !ended.has(ending.sessionId)
          ended.add(ending.sessionId)
          return { ...(await turns.end(ending)), isFirst }
        },
      }
    },
  },
  'takes the sessions of one id for one': {
    caughtBy: ['end: sessions of one id with two owners know nothing of each other'],
    turns: (turns) => ({
      open: (opening) => turns.open({ ...opening, owner: '' }),
      close: (closing) => turns.close({ ...closing, owner: '' }),
      end: (ending) => turns.end({ ...ending, owner: '' }),
    }),
  },
  'keeps every session': {
    caughtBy: ['fence: when the session was forgotten, nothing is written to the one that took its place'],
    turns: (turns) => ({
      open: (opening) => turns.open({ ...opening, expiry: 600_000 }),
      note: (note) => turns.note({ ...note, expiry: 600_000 }),
    }),
  },
  'keeps the state of a session that has expired': {
    caughtBy: ['end: when the session was forgotten its state is gone'],
    turns: (turns) => {
      const states = new Map<string, string | null>()
      return {
        close: (closing) => {
          states.set(closing.sessionId, closing.session.state ?? null)
          return turns.close(closing)
        },
        end: async (ending) => {
          const { isFirst } = await turns.end(ending)
          return { isFirst, state: states.get(ending.sessionId) ?? null }
        },
      }
    },
  },
  'counts the time of a session from its start': {
    caughtBy: ['expiry: each turn restarts its time'],
    turns: (turns) => {
      const started = new Map<string, number>()
      return {
        open: (opening) => {
          const start = started.get(opening.sessionId) ?? performance.now()
          started.set(opening.sessionId, start)
          const isPast = performance.now() - start > opening.expiry
          return turns.open(isPast ? { ...opening, sessionId: `${opening.sessionId} again` } : opening)
        },
      }
    },
  },
}
