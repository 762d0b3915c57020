import { randomUUID } from 'node:crypto'
import type { Breakages } from '../break-store.ts'
import { showing } from '../showing.ts'

/** Ways in which a store takes in notifications that must be found out. */
export const brokenAcceptance: Breakages = {
  'keeps nothing': {
    caughtBy: ['rejected: it has no identity, so none is a repeat and nothing repeats it'],
    inbox: () => ({
      accept: async () => ({ status: 'accepted' }),
      claim: async () => [],
      settle: async () => true,
      get: async () => undefined,
      list: async () => ({ entries: [], next: undefined }),
      count: async () => ({ waiting: 0, running: 0, done: 0, dead: 0, rejected: 0 }),
      replay: async () => false,
      redrive: async () => 0,
      sweep: async () => 0,
      onWork: () => undefined,
    }),
  },
  'takes every push for a new one': {
    caughtBy: ['accept: a hundred copies at once are one entry'],
    inbox: (inbox) => ({
      accept: (entry, claim) => {
        const id = entry.state === 'rejected' ? randomUUID() : `${entry.id}#${randomUUID()}`
        return inbox.accept({ ...entry, identity: randomUUID(), id }, claim)
      },
    }),
  },
  'looks for a known identity, waits, then writes': {
    caughtBy: [
      'accept: a hundred copies at once are one entry',
      'conflict: fifty copies at once are one entry',
      'beside: a storm of copies through both is one entry',
      'beside: copies with different content are one entry and its conflicts',
    ],
    inbox: (inbox) => {
      const known = new Set<string>()
      return {
        accept: async (entry, claim) => {
          const key = `${entry.identity} ${entry.fingerprint}`
          const wasKnown = known.has(key)
          await Promise.resolve()
          const isLate = !wasKnown && known.has(key)
          known.add(key)
          return inbox.accept(isLate ? { ...entry, identity: randomUUID(), id: randomUUID() } : entry, claim)
        },
      }
    },
  },
  'takes a conflict for a repeat': {
    caughtBy: [
      'conflict: the same one again is a repeat of it',
      'conflict: two that come at once are a notification and a conflict with it',
      'conflict: it is worked in its lane, after what it conflicts with',
      'conflict: one that comes when the first is done may be claimed with its acceptance',
    ],
    inbox: (inbox) => ({ accept: (entry, claim) => inbox.accept({ ...entry, fingerprint: '' }, claim) }),
  },
  'takes the repeat of a conflict for one of what came first': {
    caughtBy: [
      'conflict: the same one again is a repeat of it',
      'conflict: it is told as one when its entries are forgotten, too',
    ],
    inbox: (inbox) => ({
      accept: async (entry, claim) => {
        const acceptance = await inbox.accept(entry, claim)
        if (acceptance.status !== 'repeated') return acceptance
        const { status, id, state } = acceptance
        return { status, id, state }
      },
    }),
  },
  'forgets what a conflict is with': {
    caughtBy: [
      'conflict: a known identity with another fingerprint is kept under an id of its own',
      'conflict: what was claimed says what it conflicts with',
    ],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, conflictsWith: null })),
  },
  'lets an identity that counts for a while count for ever': {
    caughtBy: ['identity for a while: after it the next copy is new, even if other copies came in between'],
    inbox: (inbox) => ({ accept: (entry, claim) => inbox.accept({ ...entry, identityFor: undefined }, claim) }),
  },
  'forgets an identity that counts for a while at once': {
    caughtBy: [
      'identity for a while: within it another is a repeat',
      'identity for a while: after it another fingerprint is no conflict',
    ],
    inbox: (inbox) => ({
      accept: (entry, claim) =>
        inbox.accept({ ...entry, identityFor: entry.identityFor === undefined ? undefined : 0 }, claim),
    }),
  },
  'gives a new identity the time of the one before': {
    caughtBy: ['identity for a while: a new entry starts a new while'],
    inbox: (inbox) => {
      const spans = new Map<string, number | undefined>()
      return {
        accept: (entry, claim) => {
          if (!spans.has(entry.identity)) spans.set(entry.identity, entry.identityFor)
          return inbox.accept({ ...entry, identityFor: spans.get(entry.identity) }, claim)
        },
      }
    },
  },
  'works what could not be read': {
    caughtBy: [
      'rejected: it is never claimed, with its acceptance or later',
      'rejected: it has no identity, so none is a repeat and nothing repeats it',
      'rejected: it stands in no lane, so nothing waits behind it',
    ],
    inbox: (inbox) => ({ accept: (entry, claim) => inbox.accept({ ...entry, state: 'waiting' }, claim) }),
  },
  'knows no lane of what was rejected': {
    caughtBy: ['rejected: it is kept with its reason and its bytes, for people'],
    inbox: (inbox) => showing(inbox, (entry) => (entry.state === 'rejected' ? { ...entry, lane: '' } : entry)),
  },
  'drops why something was rejected': {
    caughtBy: ['settle: rejected, because it could not be read again'],
    inbox: (inbox) => showing(inbox, (entry) => ({ ...entry, reason: null })),
  },
  'keeps rejected entries twice': {
    caughtBy: ['rejected: keeping it again changes nothing'],
    inbox: (inbox) => ({
      accept: (entry, claim) =>
        inbox.accept(entry.state === 'rejected' ? { ...entry, id: `${entry.id}${randomUUID()}` } : entry, claim),
    }),
  },
}
