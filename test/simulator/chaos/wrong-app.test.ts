import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { chaos, playStory } from '../../../src/simulator/index.ts'

async function build() {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end('Closed today') })
  return app
}

const withBooks = (books: unknown) => ({ build, books: () => books })

it.each<[given: unknown, code: string, message: string | RegExp]>([
  [undefined, 'ARGUMENT', 'chaos: app must be an object'],
  [{}, 'ARGUMENT', 'chaos: app.build must be a function'],
  [{ build: 5 }, 'ARGUMENT', 'chaos: app.build must be a function'],
  [{ build, books: 5 }, 'ARGUMENT', 'chaos: app.books must be a function'],
  [{ build: () => 'http://127.0.0.1:1/push' }, 'APP', /app.build gave an address: return the application itself/],
  [{ build: () => undefined }, 'APP', /app.build gave none/],
  [withBooks(5), 'ARGUMENT', 'chaos: what app.books gave must be an object'],
  [withBooks(undefined), 'ARGUMENT', 'chaos: what app.books gave must be an object'],
  [withBooks({ order: [], deliveries: [] }), 'ARGUMENT', /app.books\(\).order is no option: .*'orders' may be meant/],
  [withBooks({ orders: 'x' }), 'ARGUMENT', 'chaos: app.books().orders must be a list'],
  [withBooks({ orders: [5] }), 'ARGUMENT', /app.books\(\).orders has a wrong part: item 0 must be text/],
  [
    withBooks({ delivered: [null] }),
    'ARGUMENT',
    /delivered has a wrong part: item 0 must be an object with one of ref/,
  ],
  [withBooks({ delivered: ['order-1'] }), 'ARGUMENT', /item 0 must be an object with one of reference/],
])('chaos says what is wrong with %j in place of a rule that it breaks', async (given, code, message) => {
  const app = given as never
  const refusal = {
    code: `FMW_SIMULATOR_${code}`,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  }
  await expect(chaos(app, { runs: 1 })).rejects.toMatchObject(refusal)
  const story = { dialogue: 'a dial', steps: [{ dial: '*713#' }] }
  await expect(playStory(app, story)).rejects.toMatchObject(refusal)
})

it('books may have more than is judged', async () => {
  class Tables {
    readonly orders = []
    readonly rows = 7
    get delivered() {
      return []
    }
  }
  expect(await chaos({ build, books: () => new Tables() }, { runs: 1, steps: 3 })).toMatchObject({ failure: null })
})

it('books may hold whole events, and leave out what is not to be judged', async () => {
  const app = { build, books: () => ({ orders: undefined, delivered: [] }) }
  expect(await chaos(app, { runs: 1, steps: 3 })).toMatchObject({ failure: null })
})
