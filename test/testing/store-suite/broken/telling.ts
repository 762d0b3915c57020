import type { Breakages } from '../break-store.ts'

/** Ways in which a store tells of work that must be found out. */
export const brokenTelling: Breakages = {
  'never tells of work': {
    caughtBy: [
      'work is told: each time that something is accepted',
      'work is told: when a sooner time comes in before a later one',
    ],
    inbox: () => ({ onWork: () => undefined }),
  },
  'tells of work once': {
    caughtBy: ['work is told: each time that something is accepted'],
    inbox: (inbox) => ({
      onWork: (listener) => {
        let wasTold = false
        inbox.onWork(() => {
          if (!wasTold) listener()
          wasTold = true
        })
      },
    }),
  },
  'tells only of what is accepted': {
    caughtBy: [
      'work is told: of what waited before anyone listened',
      'work is told: when the next of a lane may be worked',
      'work is told: when it is time to try again',
      'work is told: when a claim is handed back',
      'work is told: when an entry is asked for again',
      'beside: one is told of what the other accepts',
    ],
    inbox: (inbox) => {
      let tell: (() => void) | undefined
      return {
        onWork: (listener) => {
          tell = listener
        },
        accept: async (entry, claim) => {
          const acceptance = await inbox.accept(entry, claim)
          tell?.()
          return acceptance
        },
      }
    },
  },
  'tells of work before it is due': {
    caughtBy: ['work is told: each time that something is accepted'],
    inbox: (inbox) => {
      let tell: (() => void) | undefined
      return {
        onWork: (listener) => {
          tell = listener
        },
        settle: async (claim, settlement) => {
          const isSettled = await inbox.settle(claim, settlement)
          tell?.()
          return isSettled
        },
      }
    },
  },
}
