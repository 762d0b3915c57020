import type { InboxStore, Settlement } from '../../../../src/store/inbox-store.ts'
import type { Breakages } from '../break-store.ts'
import { keptMemoryStore } from '../kept-memory-store.ts'
import { showing } from '../showing.ts'

/** Ways in which a store keeps reviews that must be found out. */
export const brokenReviews: Breakages = {
  'says that a conflict agrees, and lists it all the same': {
    caughtBy: ['conflict: one that was found to agree is listed as none, and needs no review'],
    inbox: () => ({ agree: async () => true }),
  },
  'hides for good what agreed once': {
    caughtBy: ['conflict: one that was found to agree is listed again when it is found to need review'],
    inbox: (inbox) => {
      const agreed = new Set<string>()
      return {
        agree: async (claim) => {
          agreed.add(claim.entry.id)
          return (await inbox.agree?.(claim)) === true
        },
        list: async (query) => {
          const { entries, next } = await inbox.list(query)
          return { entries: entries.filter(({ id }) => query.conflicts !== true || !agreed.has(id)), next }
        },
      }
    },
  },
  'keeps no review': {
    caughtBy: [
      'review: it is there when its entry has ended, and says nothing of the state',
      'review: a person settles it once, with a name and a note, and the entry stays as it is',
      'review: one that is settled is opened again by a new reason alone',
    ],
    inbox: (inbox) => withReviews(inbox, () => undefined),
  },
  'shows whatever there is for what needs review': {
    caughtBy: ['review: it is found by all filters, counted, and shown in pages'],
    inbox: (inbox) => ({
      list: (query) => inbox.list({ ...query, needsReview: undefined }),
      count: (filter) => inbox.count({ ...filter, needsReview: undefined }),
    }),
  },
  'makes up a note': {
    caughtBy: ['review: with what was seen of it, only one that is so still is settled'],
    inbox: (inbox) => ({
      settleReview: (name, id, { by, note }, seen) => inbox.settleReview(name, id, { by, note: note ?? '' }, seen),
    }),
  },
  'settles a review whatever was seen of it': {
    caughtBy: ['review: with what was seen of it, only one that is so still is settled'],
    inbox: (inbox) => ({ settleReview: (name, id, settling) => inbox.settleReview(name, id, settling) }),
  },
  'leaves an open review as it was': {
    caughtBy: ['review: a later end gives an open one its reasons, or settles it by nobody'],
    inbox: (inbox) => withReviews(inbox, (review, isReplay) => (isReplay ? undefined : review)),
  },
  'opens a review with the end of a lost claim': {
    caughtBy: ['review: no reasons open none, and a lost claim changes nothing'],
    inbox: (inbox) =>
      showing(inbox, (entry) => {
        if (entry.attempts.length < 2 || entry.review !== undefined) return entry
        const review = { reasons: ['overpaid'], openedAt: 0, settledAt: null, settledBy: null, note: null }
        return { ...entry, review }
      }),
  },
  'forgets what needs review': {
    caughtBy: ['review: while it is open the entry is kept as long as identities are, then it goes'],
    inbox: (inbox) => ({
      sweep: (retention, most) => inbox.sweep({ ...retention, identities: retention.entries }, most),
    }),
  },
  'does not hear people beside the application': {
    caughtBy: ['review: people settle it beside the application too'],
    store: () => ({
      look: async () => {
        const look = await keptMemoryStore().look?.()
        if (look === undefined) throw new Error('it can be looked at')
        return look
      },
    }),
  },
}

/** An inbox that is told other reasons than it is. */
function withReviews(
  inbox: InboxStore,
  change: (review: readonly string[] | undefined, isReplay: boolean) => readonly string[] | undefined,
): Partial<InboxStore> {
  return {
    settle: (claim, settlement) => inbox.settle(claim, changed(settlement, claim.entry.replay, change)),
  }
}

function changed(
  settlement: Settlement,
  isReplay: boolean,
  change: (review: readonly string[] | undefined, isReplay: boolean) => readonly string[] | undefined,
): Settlement {
  return 'review' in settlement ? { ...settlement, review: change(settlement.review, isReplay) } : settlement
}
