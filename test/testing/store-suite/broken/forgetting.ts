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
    caughtBy: [
      'sweep: an identity is known longer than its entry',
      'sweep: what the application did by itself stays known, also where it was given up',
    ],
    inbox: (inbox) => ({
      sweep: (retention, most) => inbox.sweep({ ...retention, identities: retention.entries }, most),
    }),
  },
  'forgets who did not get a push, and takes it for a repeat': {
    caughtBy: ['sweep: the push of an entry that was not handled is new when the entry is forgotten'],
    inbox: (inbox) => {
      const lost = new Set<string>()
      return {
        settle: (claim, settlement) => {
          if (settlement.state === 'dead') lost.add(claim.entry.id)
          return inbox.settle(claim, settlement)
        },
        accept: async (entry, claim) => {
          const isForgotten = lost.has(entry.id) && (await inbox.get('default', entry.id)) === undefined
          return isForgotten ? { status: 'repeated', id: entry.id, state: undefined } : inbox.accept(entry, claim)
        },
      }
    },
  },
  'knows no identity any more when it has forgotten an entry': {
    caughtBy: ['sweep: a newer entry of an identity stays known when an older one is forgotten'],
    inbox: (inbox) => {
      let forgotten = 0
      return {
        sweep: async (retention, most) => {
          const count = await inbox.sweep(retention, most)
          forgotten += count
          return count
        },
        accept: (entry, claim) => {
          const identity = forgotten === 0 ? entry.identity : `${entry.identity} anew`
          return inbox.accept({ ...entry, identity }, claim)
        },
      }
    },
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
      'sweep: the identity of an unfinished entry is never deleted',
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
