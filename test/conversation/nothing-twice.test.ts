import { describe, expect } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'
import { dealt } from '../store/dealt.ts'
import { realStores } from '../store/real-stores.ts'
import { CountingShop, type Point, type Shown, usualGoods } from './counting-shop.ts'

const stores: readonly (readonly [string, () => Store])[] = [
  ['in memory', () => memoryStore()],
  ...realStores.map(([name, make]) => [`on ${name}`, () => make()()] as const),
]

/** A purchase of two bags of rice: what is pushed, and what comes back. */
const turns = [
  { type: 'Initiation', message: '*713#', shows: "Ama's shop\n1. Rice 5 kg\n2. Oil 1 l" },
  { type: 'Response', message: '1', shows: 'How many?\n0 Back' },
  { type: 'Response', message: '2', shows: 'Pay 120?\n1. Yes\n2. No\n0 Back 00 Menu' },
  { type: 'Response', message: '1', shows: 'Approve the prompt' },
] as const
const bought = { item: 'rice', quantity: 2, price: 60, key: expect.any(String) }

describe.each(dealt(stores))('%s, nothing is done twice', (_name, storeOf, it) => {
  it('where every turn is pushed three times at once, and all of them three times more at the end', async () => {
    const shop = await CountingShop.open(storeOf())
    for (const [at, { type, message, shows }] of turns.entries()) {
      const answers = await Promise.all([1, 2, 3].map(() => shop.push('a', at + 1, type, message)))
      expect(answers.map((answer) => answer.Message)).toEqual([shows, shows, shows])
      expect((await shop.push('a', at + 1, type, message)).Message).toBe(shows)
    }
    for (const [at, { type, message }] of [...turns, ...turns, ...turns].entries()) {
      await shop.push('a', (at % turns.length) + 1, type, message)
    }
    expect(shop.orders).toEqual([bought])
  })

  it.each(turns.map((_, at) => at))('where turn %i is pushed again after the one that follows it', async (again) => {
    const shop = await CountingShop.open(storeOf())
    const shown: string[] = []
    for (const [at, { type, message }] of turns.entries()) {
      const { Message } = await shop.push('a', at + 1, type, message)
      shown.push(Message)
      const earlier = turns[again]
      if (at > again && earlier !== undefined) {
        expect((await shop.push('a', again + 1, earlier.type, earlier.message)).Message).toBe(earlier.shows)
      }
    }
    expect(shown).toEqual(turns.map(({ shows }) => shows))
    expect(shop.orders).toEqual([bought])
  })

  const races = turns.flatMap((_, at) => (['before', 'with', 'after'] as const).map((when) => [at, when] as const))
  it.each(races)('where a Timeout races turn %i: it comes %s it', async (raced, when) => {
    const shop = await CountingShop.open(storeOf())
    for (const [at, { type, message }] of turns.entries()) {
      if (at > raced) break
      const leave = (): Promise<Shown> => shop.push('a', at + 2, 'Timeout', '')
      const answer = (): Promise<Shown> => shop.push('a', at + 1, type, message)
      if (at < raced) await answer()
      else if (when === 'with') await Promise.all([answer(), leave()])
      else await (when === 'before' ? [leave, answer] : [answer, leave]).reduce(after, Promise.resolve())
    }
    await finish(shop, 'b')
    expect(shop.orders).toEqual([bought])
  })

  const points: readonly Point[] = ['before the order', 'after the order', 'before the last screen']
  it.each(points)('where a Timeout comes while the script is %s', async (point) => {
    const shop = await CountingShop.open(storeOf())
    const held = shop.holdAt(point)
    for (const [at, { type, message }] of turns.slice(0, -1).entries()) await shop.push('a', at + 1, type, message)
    const cut = shop.push('a', 4, 'Response', '1')
    await held.reached
    await shop.push('a', 5, 'Timeout', '')
    const goesOn = finish(shop, 'b')
    held.goOn()
    await Promise.all([cut, goesOn])
    expect(shop.orders).toEqual([bought])
  })

  const changes: readonly (readonly [string, CountingShop['goods']])[] = [
    ['are renamed', usualGoods.map(({ label, ...good }) => ({ ...good, label: `${label}, new` }))],
    ['come in another order', usualGoods.toReversed()],
    ['cost more', usualGoods.map(({ amount, ...good }) => ({ ...good, amount: amount + 7 }))],
    ['are others', [{ label: 'Salt', value: 'salt', amount: 3 }]],
    ['are sold out', []],
  ]
  for (const [how, goods] of changes) {
    it.each([0, 1, 2])(`where the goods ${how} after turn %i: what was seen is ordered`, async (changed) => {
      const shop = await CountingShop.open(storeOf())
      const shown: string[] = []
      let last: Shown | undefined
      for (const [at, { type, message }] of turns.entries()) {
        last = await shop.push('a', at + 1, type, message)
        shown.push(last.Message)
        if (at === changed) shop.goods = goods
      }
      expect(shown).toEqual(turns.map(({ shows }) => shows))
      expect(last?.Amount).toBe(120)
      expect(shop.orders).toEqual([bought])
    })
  }
})

/** Dials again, goes on where that is asked, and buys to the end; a purchase that was over is not begun again. */
async function finish(shop: CountingShop, sessionId: string): Promise<void> {
  let shown = await shop.push(sessionId, 1, 'Initiation', '*713#')
  for (let sequence = 2; shown.Type === 'Response'; sequence++) {
    const { Message } = shown
    if (Message === turns[0].shows && shop.orders.length > 0) return
    const entered = Message === turns[1].shows ? '2' : '1'
    shown = await shop.push(sessionId, sequence, 'Response', entered)
  }
  expect(shown.Message).toBe('Approve the prompt')
}

function after(before: Promise<unknown>, next: () => Promise<unknown>): Promise<unknown> {
  return before.then(next)
}
