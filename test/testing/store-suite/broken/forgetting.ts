import type { Breakages } from '../break-store.ts'

/** Ways in which a store forgets entries that must be found out. */
export const brokenForgetting: Breakages = {
  'never forgets': {
    caughtBy: ['sweep: an identity is known longer than its entry'],
    inbox: () => ({ sweep: async () => 0 }),
  },
  'forgets everything that has ended': {
    caughtBy: ['sweep: what is finished goes when its time is over, and only that'],
    inbox: (inbox) => ({ sweep: (retention, most) => inbox.sweep({ ...retention, entries: 0 }, most) }),
  },
  'forgets an identity with its entry': {
    caughtBy: ['sweep: an identity is known longer than its entry'],
    inbox: (inbox) => ({
      sweep: (retention, most) => inbox.sweep({ ...retention, identities: retention.entries }, most),
    }),
  },
  'keeps identities for ever': {
    caughtBy: [
      'sweep: an identity goes when its own time is over, and then it is new',
      'sweep: a conflict is forgotten as any other',
    ],
    inbox: (inbox) => ({
      sweep: ({ entries, rejected }, most) => inbox.sweep({ entries, rejected, identities: 1e12 }, most),
    }),
  },
  'forgets more at once than it is asked to': {
    caughtBy: ['sweep: no more rows at once than were asked for'],
    inbox: (inbox) => ({ sweep: (retention) => inbox.sweep(retention, 1_000) }),
  },
  'keeps every rejected entry': {
    caughtBy: [
      'sweep: of rejected entries the oldest go when there are too many',
      'sweep: what was accepted and rejected later is not counted with them: its push may come again',
      'sweep: those that were rejected on arrival go in steps too, and the newest stay',
    ],
    inbox: (inbox) => ({ sweep: (retention, most) => inbox.sweep({ ...retention, rejected: 1e6 }, most) }),
  },
  'forgets what waits': {
    caughtBy: [
      'sweep: what was asked for again is not finished',
      'sweep: an identity whose entry is not finished never goes',
    ],
    inbox: (inbox) => ({
      sweep: async (retention, most) => {
        for (const claim of await inbox.claim(most)) await inbox.settle(claim, { state: 'rejected', reason: 'old' })
        return inbox.sweep(retention, most)
      },
    }),
  },
  'goes on forgetting': {
    caughtBy: ['sweep: no more rows at once than were asked for'],
    inbox: () => ({ sweep: async () => 1 }),
  },
}
