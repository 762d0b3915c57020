import { randomUUID } from 'node:crypto'
import type { TurnOpening, TurnStore } from '../../../../src/store/turn-store.ts'
import type { Breakages } from '../break-store.ts'
import { withMethods } from '../with-methods.ts'

/** Ways in which a store stands beside others that must be found out. */
export const brokenWatching: Breakages = {
  'goes on after it was closed': {
    caughtBy: ['close: every later turn is refused'],
    store: (store) => ({ open: (user) => ({ ...store.open(user), close: async () => undefined }) }),
  },
  'tells nobody of others': {
    caughtBy: ['beside: a watcher is told of nothing after it has stopped'],
    turns: () => ({ watch: () => () => undefined }),
  },
  'tells only what happens from then on': {
    caughtBy: ['beside: one is told that it may go on, although that was before it asked'],
    store: (store) => {
      let writes = 0
      return {
        open: (user) => {
          const opened = store.open(user)
          const { turns } = opened
          const watching: Partial<TurnStore> = {
            close: (closing) => {
              writes++
              return turns.close(closing)
            },
            watch: (session, listener) => {
              const before = writes
              return turns.watch(session, (change) => {
                if (writes > before) listener(change)
              })
            },
          }
          return { ...opened, turns: withMethods(turns, watching) }
        },
      }
    },
  },
  'says of everything that it has ended': {
    caughtBy: ['beside: one waits for the turn that the other runs, and is told when it is answered'],
    turns: (turns) => ({ watch: (session, listener) => turns.watch(session, () => listener('ended')) }),
  },
  'says of everything that it is free': {
    caughtBy: [
      'beside: the one at work is told that the subscriber has left',
      'beside: the one at work is told of a note that ends the session',
    ],
    turns: (turns) => ({ watch: (session, listener) => turns.watch(session, () => listener('free')) }),
  },
  'tells those who stopped listening': {
    caughtBy: ['beside: a watcher is told of nothing after it has stopped'],
    turns: (turns) => ({
      watch: (session, listener) => {
        turns.watch(session, listener)
        return () => undefined
      },
    }),
  },
  'runs again what was interrupted': {
    caughtBy: [
      'beside: what one ran when it closed is not run again by the other',
      'reopened: what ran is not run again',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        if (opened.status !== 'interrupted') return opened
        return { ...opened, status: 'opened', isNew: false, isInterrupted: false, isOddSequence: false }
      },
    }),
  },
  'does not say that something was lost': {
    caughtBy: [
      'beside: the turn after one that was lost runs, and is told so once',
      'reopened: the turn after one that was lost runs, and is told so',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, isInterrupted: false } : opened
      },
    }),
  },
  'takes a screen that nobody knows for one that masks nothing': {
    caughtBy: [
      'beside: what is entered after a turn that was lost is masked: its screen may have been shown',
      'beside: what is entered after a turn that was lost is masked where that is lost as well',
    ],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        const isLost = opened.status === 'interrupted' || (opened.status === 'opened' && opened.isInterrupted)
        return isLost ? { ...opened, session: { ...opened.session, masksAnswer: false } } : opened
      },
    }),
  },
  'masks all that comes after something that was lost': {
    caughtBy: ['beside: what is entered after a turn that was lost is masked: its screen may have been shown'],
    turns: (turns) => {
      const lost = new Set<string>()
      return {
        open: async (opening) => {
          const opened = await turns.open(opening)
          if (opened.status !== 'opened') return opened
          if (opened.isInterrupted) lost.add(opening.sessionId)
          const masksAnswer = lost.has(opening.sessionId)
          return { ...opened, session: { ...opened.session, masksAnswer } }
        },
      }
    },
  },
  'says again and again that something was lost': {
    caughtBy: ['late: the next turn gets it, with the state that came with it'],
    turns: (turns) => ({
      open: async (opening) => {
        const opened = await turns.open(opening)
        return opened.status === 'opened' ? { ...opened, isInterrupted: !opened.isNew } : opened
      },
    }),
  },
  'gives another fence each time': {
    caughtBy: ['turn: asked again under the same name it is opened as before, until it is closed'],
    turns: (turns) => ({
      open: async (opening: TurnOpening) => {
        const opened = await turns.open(opening)
        return 'fence' in opened ? { ...opened, fence: `${opened.fence}.${randomUUID()}` } : opened
      },
      close: (closing) => turns.close({ ...closing, fence: closing.fence.split('.')[0] ?? '' }),
      finish: (late) => turns.finish({ ...late, fence: late.fence.split('.')[0] ?? '' }),
    }),
  },
  'shows no sessions to those who look': {
    caughtBy: ['look: it shows the sessions of the application'],
    store: (store) => ({
      look: async () => {
        const look = await store.look?.()
        if (look === undefined) throw new Error('there is no look')
        return { ...look, sessions: withMethods(look.sessions, { get: async () => [] }) }
      },
    }),
  },
}
