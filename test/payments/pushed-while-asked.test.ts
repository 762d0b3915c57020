import { describe, expect } from 'vitest'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { readThrough } from '../testing/stores.ts'
import { everyStore, expectedOf, idOf, inShort, openShop, reference, type Shop } from './shop.ts'

type Fields = Readonly<Record<string, unknown>>

const told = { outcome: 'paid', evidence: 'confirmed', amountMinor: 5_000 }

describe.each(dealt(everyStore))(
  'a payment of ours that is pushed while the plugin asks about it, on %s',
  (_name, make, it) => {
    /** Pushes it when the inbox is asked for its result the given time, and has its answer. */
    async function pushedAt(time: number, fields: Fields, isSigned = false): Promise<Shop> {
      let times = 0
      let push: (() => Promise<void>) | undefined
      const store = readThrough(await make(), async (id, read) => {
        const known = await read()
        if (push !== undefined && id === idOf('paid')) times += 1
        if (push === undefined || times !== time) return known
        const now = push
        push = undefined
        await now()
        return known
      })
      const shop = await openShop({ store, confirmWith: false, reconcile: { after: 0 } })
      shop.service.know(reference, 'Pending')
      const address = await shop.create(reference, { currency: 'GHS' })
      await eventually(() => shop.service.questions().length > 0)
      push = async () => {
        await shop.push(fields, isSigned ? address : '/checkout')
        await eventually(() => shop.told.length === 1)
        await shop.until(idOf('paid'), 'done')
      }
      shop.service.know(reference, 'Settled', { CurrencyCode: 'GHS' })
      await shop.until(expectedOf(), 'done')
      return shop
    }

    describe.each([
      ['before the plugin looks for its result', 1],
      ['after the plugin has looked for its result', 2],
      ['just before the plugin puts its result into the inbox', 3],
    ])('%s', (_when, time) => {
      it.each([
        ['other money', { Amount: 0.05 }],
        ['the same', {}],
      ])('is told as the service says, though anybody posted %s', async (_what, fields) => {
        const shop = await pushedAt(time, fields)
        await shop.untilTold(2)
        expect(shop.told.map(inShort)).toMatchObject([
          { outcome: 'paid', evidence: 'callback', needsReview: ['unexpected'] },
          { ...told, id: `${idOf('paid')}|2`, needsReview: [] },
        ])
      })

      it('is told as contradicted, where its callback counts otherwise', async () => {
        const shop = await pushedAt(time, { Amount: 90 }, true)
        await shop.untilTold(2)
        expect(shop.told.map(inShort)[1]).toMatchObject({ ...told, needsReview: ['contradicted'] })
      })

      it('is told once where its callback says the same', async () => {
        const shop = await pushedAt(time, {}, true)
        await shop.untilTold(1)
        expect(shop.told.map(inShort)).toMatchObject([{ outcome: 'paid', evidence: 'signed', needsReview: [] }])
      })
    })
  },
)
