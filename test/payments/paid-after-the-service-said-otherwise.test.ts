import { describe, expect } from 'vitest'
import { dealt } from '../store/dealt.ts'
import { everyStore, idOf, inShort, openShop, reference } from './shop.ts'

const patience = { after: 300 }

const ends = [
  ['refunded', 'Refunded', {}, idOf('refunded'), 'it was told as refunded before'],
  ['disputed', 'Settled', { Disputed: true }, idOf('undetermined|disputed'), 'it was told as disputed before'],
  [
    'partly refunded',
    'Settled',
    { TotalAmountRefunded: 10 },
    idOf('undetermined|partlyRefunded'),
    'it was told as refunded in part before',
  ],
] as const

describe.each(dealt(everyStore))(
  'a callback that says paid, after the service was the first to tell of its payment, on %s',
  (_name, make, it) => {
    it.each(ends)('is not plainly paid where the service said %s', async (_end, status, fields, id, why) => {
      const shop = await openShop({ store: await make(), confirmWith: false, reconcile: patience })
      const url = await shop.create()
      shop.service.know(reference, status, fields)
      await shop.untilTold(1)
      await shop.push({}, url)
      await shop.untilTold(2)
      expect(shop.told.map(inShort)).toMatchObject([
        { id, evidence: 'confirmed' },
        { outcome: 'undetermined', evidence: 'signed', needsReview: ['contradicted'] },
      ])
      expect(shop.told[1]?.attempt.conflictsWith).toBe(id)
      expect(shop.told[1]?.event.why).toContain(why)
    })
  },
)
