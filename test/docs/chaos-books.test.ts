import { afterAll, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { type Books, type ChaosApp, chaos } from '../../src/simulator/index.ts'
import { blockUnder } from './documents.ts'
import { openWorkshop, run } from './workshop.ts'

const workshop = openWorkshop()

afterAll(() => workshop.remove())

it('the shop that the guide on chaos shows stands its own chaos, and sells', async () => {
  const shop = await run(workshop, blockUnder('docs/guides/simulator-chaos.md', 'Say what you delivered', 'ts'))
  if (!isShop(shop)) throw new Error('The block exports no shop')
  const sold: number[] = []
  const app: ChaosApp = {
    build: () => shop.default({ store: memoryStore() }),
    books: async (built) => {
      const books = await shop.books(built)
      sold.push(books.delivered?.length ?? 0)
      return books
    },
  }
  const result = await chaos(app, { seed: 1, runs: 10, time: 3_600_000, blocked: 60_000 })
  expect(result).toMatchObject({ runs: 10, failure: null })
  expect(Math.max(...sold)).toBeGreaterThan(0)
})

interface Shop {
  default(options: { readonly store: ReturnType<typeof memoryStore> }): ReturnType<ChaosApp['build']>
  books(app: Parameters<NonNullable<ChaosApp['books']>>[0]): Books | Promise<Books>
}

function isShop(module: object): module is Shop {
  return 'default' in module && 'books' in module
}
