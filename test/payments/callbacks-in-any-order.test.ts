import { describe, expect, it } from 'vitest'
import { post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { dealt } from '../store/dealt.ts'
import { keptInMemory } from '../testing/stores.ts'
import { payingService } from './paying-service.ts'
import { callback, keepingStores, openShop, openShopInTime, reference, type Shop } from './shop.ts'

const stores = [...keepingStores, ['memory', async () => keptInMemory()] as const]

function addressOf({ app }: Shop, of: string, kind: 'checkout' | 'ussdPayment' = 'checkout'): string {
  const whose = kind === 'checkout' ? { kind, reference: of } : { kind, sessionId: of }
  const { pathname, search } = new URL(app.merchant.callbackUrl({ ...whose, amount: 50 }))
  return pathname + search
}

const isPlain = ({ event }: Shop['told'][number]) => event.needsReview.length === 0

describe.each(dealt(stores))('a payment that was paid after a failed try, on %s', (_name, make, it) => {
  it.each([
    ['checkout', 'unsigned', false],
    ['checkout', 'at its own address', true],
    ['ussdPayment', 'unsigned', false],
    ['ussdPayment', 'at its own address', true],
  ] as const)(
    'is told where both callbacks of a %s come together, after a first one that came %s',
    async (kind, _where, isFirstSigned) => {
      const service = await payingService()
      const settings = { store: await make(), client: undefined, confirmWith: service.client() }
      const shop = await openShop(settings, { service })
      const path = kind === 'checkout' ? '/checkout' : '/ussd-payment'
      const own = addressOf(shop, reference, kind)
      const say = async (Status: string, url: string) => {
        const body = callback({ TransactionId: `t-${reference}`, Status, Amount: Status === 'Failed' ? 0 : 50 })
        expect((await post(shop.app, url, { ...body, Message: Status })).statusCode).toBe(200)
      }
      service.know(reference, 'Pending')
      await say('Pending', isFirstSigned ? own : path)
      await eventually(() => shop.told.length === 1)
      const questions = service.questions().length
      const answer = service.holdNext()
      await say('Failed', own)
      await eventually(() => service.questions().length > questions)
      await say('Success', own)
      service.know(reference, 'Settled', { StartDate: new Date().toISOString() })
      answer()
      await eventually(async () => {
        const states = (await shop.entries(kind)).map(([, state]) => state)
        return states.every((state) => state === 'done' || state === 'rejected')
      })
      expect(shop.told.slice(1).map(({ event }) => [event.outcome, event.needsReview])).toEqual([['paid', []]])
    },
  )
})

describe('callbacks of one checkout, in any order', () => {
  const signed = ['Failed', 'Success', 'Refunded']
  const ends = { Settled: 'paid', Refunded: 'refunded', Failed: 'failed' } as const
  const casesOf = (firsts: readonly string[]) =>
    firsts.flatMap((unsigned) =>
      Object.keys(ends).flatMap((says) =>
        permutationsOf([[unsigned, false] as const, ...signed.map((one) => [one, true] as const)]).map(
          (pushes, one) => ({ of: `${unsigned}-${says}-${one}`.toLowerCase(), pushes, says }),
        ),
      ),
    )

  it.each([
    ['before the service knows of it', 0, ['Pending', 'Success']],
    ['while it is asked after each', 2_000, ['Failed', 'Refunded']],
  ])(
    'are told at its own address as what the service says, %s, and hold up nothing',
    async (_when, between, firsts) => {
      const cases = casesOf(firsts)
      const service = await payingService()
      const giveUpAfter = 600_000
      const reconcile = { after: 10_000, giveUpAfter }
      const settings = { client: undefined, confirmWith: service.client(), reconcile }
      const shop = await openShopInTime(settings, { service })
      for (const time of [0, 1, 2, 3]) {
        for (const { of, pushes } of cases) {
          const [Status = '', isOwn] = pushes[time] ?? []
          const fields = { ClientReference: of, Status, Amount: Status === 'Failed' ? 0 : 50 }
          await shop.push(fields, isOwn === true ? addressOf(shop, of) : undefined)
        }
        shop.clock.advance(between)
      }
      for (const { of, says } of cases) service.know(of, says)
      const begin = shop.clock.now()
      const open = async () => (await shop.app.merchant.inbox.count({ kinds: 'checkout' })).waiting
      await shop.passing(5_000, async () => (await open()) === 0 || shop.clock.now() - begin > giveUpAfter)
      expect(await open()).toBe(0)
      // What came unsigned may be told last of those.
      await shop.passing(5_000, () => shop.clock.now() - begin > 2 * reconcile.after)
      const ended = cases.map(({ of, says }) => {
        const told = shop.told.filter(({ event }) => event.clientReference === of)
        return [
          of,
          told
            .filter(isPlain)
            .map(({ event }) => event.outcome)
            .at(-1),
          ends[says as keyof typeof ends],
        ]
      })
      expect(ended.filter(([, told, says]) => told !== says)).toEqual([])
    },
  )
})

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first, at) => permutationsOf(items.toSpliced(at, 1)).map((others) => [first, ...others]))
}
