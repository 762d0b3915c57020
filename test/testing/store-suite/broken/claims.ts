import type { Claim, InboxStore } from '../../../../src/store/inbox-store.ts'
import type { Breakages } from '../break-store.ts'

/** Ways in which a store hands out work that must be found out. */
export const brokenClaims: Breakages = {
  'hands out what stands behind another': {
    caughtBy: [
      'accept: what waits in one lane does not hide what is new in another',
      'accept with a claim: what stands behind another that waits is not handed out',
      'accept with a claim: what stands behind another that runs is not handed out',
      'claim: only heads of lanes are handed out, and each once',
    ],
    inbox: (inbox) => ({ accept: (entry, claim) => inbox.accept({ ...entry, lane: entry.id }, claim) }),
  },
  'has one lane for all': {
    caughtBy: ['claim: no more than were asked for'],
    inbox: (inbox) => ({ accept: (entry, claim) => inbox.accept({ ...entry, lane: 'lane' }, claim) }),
  },
  'turns the order of a lane round': {
    caughtBy: ['claim: a lane is worked in order of acceptance to its end'],
    inbox: newestFirst,
  },
  'turns the order of a group round': {
    caughtBy: [
      'accept: what is accepted at once in one lane keeps the order of the calls',
      'accept with a claim: of what is accepted at once in one lane only the first is handed out',
      'settle: many at once',
    ],
    inbox: (inbox) => {
      let group: (() => void)[] = []
      return {
        accept: (entry, claim) =>
          new Promise((resolve, reject) => {
            if (group.length === 0) {
              setImmediate(() => {
                const written = group.toReversed()
                group = []
                for (const write of written) write()
              })
            }
            group.push(() => Promise.resolve(inbox.accept(entry, claim)).then(resolve, reject))
          }),
      }
    },
  },
  'hands out a claim with every acceptance': {
    caughtBy: [
      'accept: a known identity is a repeat, and what was kept first stays as it is',
      'accept: of a hundred copies at once that ask for a claim one gets it at most',
      'accept with a claim: the head of a lane is handed out once',
      'accept without asking for a claim: none is handed out',
    ],
    inbox: (inbox) => ({
      accept: async (entry, claim) => {
        const acceptance = await inbox.accept(entry, claim)
        const stored = await inbox.get('default', entry.id)
        return stored === undefined ? acceptance : { ...acceptance, claim: { entry: stored, fence: 'forged' } }
      },
    }),
  },
  'hands out entries that it was not asked for': {
    caughtBy: ['claim: no more than were asked for'],
    inbox: (inbox) => ({ claim: async (most) => inbox.claim(most + 1) }),
  },
  'hands out what is due last first': {
    caughtBy: ['claim: what is due first comes first'],
    inbox: (inbox) => ({
      claim: async (most) => {
        const claims = [...(await inbox.claim(1_000))]
        for (const claim of claims.slice(0, Math.max(0, claims.length - most))) {
          await inbox.settle(claim, { state: 'handedBack' })
        }
        return claims.slice(Math.max(0, claims.length - most)).toReversed()
      },
    }),
  },
  'hands out the same claims to all who ask at once': {
    caughtBy: ['claim: many at once hand nothing out twice', 'beside: nothing is handed out twice, and only heads'],
    inbox: (inbox) => {
      let asked: Promise<readonly Claim[]> | undefined
      return {
        claim: (most) => {
          asked ??= new Promise((resolve) => {
            setImmediate(() => {
              asked = undefined
              resolve(inbox.claim(most))
            })
          })
          return asked
        },
      }
    },
  },
  'hands out claims without their bytes': {
    caughtBy: ['payload: a character that some databases refuse'],
    inbox: (inbox) => ({
      claim: async (most) =>
        (await inbox.claim(most)).map((claim) => ({ ...claim, entry: { ...claim.entry, payload: new Uint8Array(1) } })),
    }),
  },
}

/** Of each lane the newest that waits is handed out. */
function newestFirst(inbox: InboxStore): Partial<InboxStore> {
  const lanes = new Map<string, string>()
  return {
    accept: (entry, claim) => {
      lanes.set(entry.id, entry.lane)
      return inbox.accept({ ...entry, lane: entry.id }, claim)
    },
    claim: async (most) => {
      const claims = await inbox.claim(1_000)
      const newest = new Map(claims.map((claim) => [lanes.get(claim.entry.id), claim]))
      const chosen = new Set([...newest.values()].slice(0, most))
      for (const claim of claims) if (!chosen.has(claim)) await inbox.settle(claim, { state: 'handedBack' })
      return [...chosen]
    },
  }
}
