import type { StoredEntry } from '../../../../src/store/entry.ts'
import type { Claim } from '../../../../src/store/inbox-store.ts'
import type { Breakages } from '../break-store.ts'
import { showing } from '../showing.ts'

/** Ways in which a store ends claims that must be found out. */
export const brokenSettling: Breakages = {
  'does not write what was found out': {
    caughtBy: [
      'rewrite: the bytes of an entry are others from then on, and it alone',
      'rewrite: it is so at each attempt, and when it is over',
      'reopened: what was rewritten and not settled is what was written',
    ],
    inbox: () => ({ rewrite: async () => true }),
  },
  'lets whoever lost a claim write': {
    caughtBy: ['rewrite: a claim that was lost changes nothing'],
    inbox: (inbox) => {
      const last = new Map<string, Claim>()
      return {
        claim: async (most) => {
          const claims = await inbox.claim(most)
          for (const claim of claims) last.set(claim.entry.id, claim)
          return claims
        },
        rewrite: (claim, payload) => inbox.rewrite(last.get(claim.entry.id) ?? claim, payload),
      }
    },
  },
  'tries again at once': {
    caughtBy: [
      'accept with a claim: what stands behind another that is tried again later is not handed out',
      'claim: what is to be tried again later is not handed out before, and its lane waits for it',
    ],
    inbox: (inbox) => ({
      settle: (claim, settlement) =>
        inbox.settle(claim, settlement.state === 'waiting' ? { ...settlement, retryIn: 0 } : settlement),
    }),
  },
  'never tries again': {
    caughtBy: ['claim: what was to be tried again earlier comes before what is due later'],
    inbox: (inbox) => ({
      settle: (claim, settlement) =>
        inbox.settle(claim, settlement.state === 'waiting' ? { ...settlement, retryIn: 86_400_000 } : settlement),
    }),
  },
  'lets the lane go on beside what is tried again': {
    caughtBy: ['accept with a claim: what stands behind another that is tried again later is not handed out'],
    inbox: (inbox) => ({
      settle: async (claim, settlement) => {
        if (settlement.state !== 'waiting') return inbox.settle(claim, settlement)
        const { attempt } = settlement
        return inbox.settle(claim, { state: 'dead', attempt })
      },
    }),
  },
  'lets a dead entry stop its lane': {
    caughtBy: [
      'accept: a repeat is told how far the first has come',
      'claim: a dead head frees its lane',
      'redrive: what came later in the lane waits behind it',
    ],
    inbox: (inbox) => ({
      settle: (claim, settlement) =>
        inbox.settle(
          claim,
          settlement.state === 'dead' ? { ...settlement, state: 'waiting', retryIn: 86_400_000 } : settlement,
        ),
    }),
  },
  'forgets fences': {
    caughtBy: [
      'replay: a claim from before it changes nothing',
      'reopened: what was claimed and not settled waits again, and used up nothing',
    ],
    inbox: (inbox) => {
      const last = new Map<string, Claim>()
      return {
        claim: async (most) => {
          const claims = await inbox.claim(most)
          for (const claim of claims) last.set(claim.entry.id, claim)
          return claims
        },
        settle: (claim, settlement) => inbox.settle(last.get(claim.entry.id) ?? claim, settlement),
      }
    },
  },
  'settles whatever it is told': {
    caughtBy: [
      'settle: a claim of an entry that waits again changes nothing',
      'settle: a claim of an entry that is forgotten is lost',
    ],
    inbox: (inbox) => ({
      settle: async (claim, settlement) => {
        await inbox.settle(claim, settlement)
        return true
      },
    }),
  },
  'takes every claim for lost': {
    caughtBy: ['accept with a claim: the head of a lane is handed out once'],
    inbox: (inbox) => ({
      settle: async (claim, settlement) => {
        await inbox.settle(claim, settlement)
        return false
      },
    }),
  },
  'counts what was handed back as a failure': {
    caughtBy: [
      'settle: handed back, as if it had not been claimed',
      'settle: a claim that another took over changes nothing',
    ],
    inbox: (inbox) => ({
      settle: (claim, settlement) => {
        const attempt = { number: 1, startedAt: 1, ms: 1, error: 'handed back', replay: false }
        return inbox.settle(
          claim,
          settlement.state === 'handedBack' ? { state: 'waiting', retryIn: 0, attempt } : settlement,
        )
      },
    }),
  },
  'hands out at once what was handed back for later': {
    caughtBy: ['settle: handed back for later, when its lane waits, and still untried'],
    inbox: (inbox) => ({
      settle: (claim, settlement) =>
        inbox.settle(claim, settlement.state === 'handedBack' ? { state: 'handedBack' } : settlement),
    }),
  },
  'says nothing of what was handed back': {
    caughtBy: ['settle: what it was handed back for is shown until it is settled otherwise'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, reason: null })),
  },
  'goes on saying what something waited for': {
    caughtBy: ['settle: what it was handed back for is shown until it is settled otherwise'],
    inbox: (inbox) => {
      const reasons = new Map<string, string>()
      return {
        settle: (claim, settlement) => {
          if ('reason' in settlement && settlement.reason !== undefined) reasons.set(claim.entry.id, settlement.reason)
          return inbox.settle(claim, settlement)
        },
        ...showing(inbox, (entry) => ({ ...entry, reason: reasons.get(entry.id) ?? null })),
      }
    },
  },
  'forgets what something waits for when it is handed back once more': {
    caughtBy: ['settle: what it was handed back for is shown until it is settled otherwise'],
    inbox: (inbox) => ({
      settle: (claim, settlement) =>
        inbox.settle(claim, settlement.state === 'handedBack' ? { reason: '', ...settlement } : settlement),
    }),
  },
  'settles twice what is settled again': {
    caughtBy: [
      'settle: failures are counted, and success is none',
      'settle: asking again is harmless',
      'replay: a dead entry starts without failures',
    ],
    inbox: (inbox) => {
      const settled = new Map<string, number>()
      return {
        settle: async (claim, settlement) => {
          settled.set(claim.entry.id, (settled.get(claim.entry.id) ?? 0) + 1)
          return inbox.settle(claim, settlement)
        },
        ...showing(inbox, (entry) => ({ ...entry, failures: entry.failures + (settled.get(entry.id) ?? 1) - 1 })),
      }
    },
  },
  'counts no failures': {
    caughtBy: ['claim: what is to be tried again is handed out when its time has come'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, failures: 0 })),
  },
  'keeps no attempts': {
    caughtBy: ['accept: a finished notification that comes again is not worked again'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, attempts: [] })),
  },
  'keeps the first attempts': {
    caughtBy: ['settle: the last twenty attempts are kept, oldest first'],
    inbox: (inbox) => {
      const first = new Map<string, StoredEntry['attempts']>()
      return showing(inbox, (entry) => {
        if ((first.get(entry.id)?.length ?? 0) < 4) first.set(entry.id, entry.attempts)
        return { ...entry, attempts: first.get(entry.id) ?? [] }
      })
    },
  },
  'never says when something ended': {
    caughtBy: [
      'rejected: it is kept with its reason and its bytes, for people',
      'settle: done',
      'settle: dead',
      'settle: rejected, because it could not be read again',
    ],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, finishedAt: null })),
  },
  'says of everything that it is due': {
    caughtBy: ['claim: a claim holds the entry with its bytes, and the entry runs'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, dueAt: entry.receivedAt })),
  },
  'says of nothing that it is due': {
    caughtBy: [
      'accept: a new notification is kept as it came, and waits',
      'claim: only the first of a lane has a time at which it is due',
      'settle: to be tried again',
      'replay: it stands before what is to be tried again later',
    ],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, dueAt: null })),
  },
}
