import { afterAll, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { answering, dialling, wireForm } from '../rivals/wire.ts'
import { blocksOf, blockUnder } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const page = 'docs/guides/moving.md'
const workshop = openWorkshop()
vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-menu')

afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
})

/** What the page's `openMenu` of a block gives. */
async function opened(heading: string, language: string, parts: object): Promise<unknown> {
  const { openMenu } = await run(workshop, blockUnder(page, heading, language))
  if (typeof openMenu !== 'function') throw new Error(`${page} has no openMenu under ${heading}`)
  return openMenu(parts)
}

describe('the guide on moving', () => {
  it('begins with a menu that works', async () => {
    const bought: unknown[] = []
    const kept = new Map<string, unknown>()
    const sessions = {
      start: async () => undefined,
      end: async () => kept.clear(),
      get: async (_id: string, key: string) => kept.get(key),
      set: async (_id: string, key: string, value: unknown) => void kept.set(key, value),
    }
    const buy = async (...what: unknown[]) => {
      bought.push(what)
      return 'o-1'
    }
    const menu = Object(
      await opened('1. What you have', 'ts', { provider: wireForm, sessions, buy, balanceOf: async () => 12 }),
    )
    const screens: unknown[] = []
    for (const push of [dialling(), answering(2, '1'), answering(3, '2'), answering(4, '1')]) {
      screens.push((await menu.run(push)).Message)
    }
    expect(screens).toEqual([
      'Ama Telecom\n1. Buy a bundle\n2. My balance',
      'Which bundle?\n1. 500 MB\n2. 2 GB',
      'Buy 2 GB?\n1. Yes\n2. No',
      'Order o-1 is on its way',
    ])
    // The library puts a plus before the one that is there.
    expect(bought).toEqual([['++233000000000', '2 GB']])
  })

  it('is laid out as a formatter would', () => {
    for (const { code, language } of blocksOf(page).filter((block) => ['js', 'ts'].includes(block.language)))
      expect({ language, code }).not.toMatchObject({ code: expect.stringMatching(/\n\n\n|\n\n *[)\]}]/) })
  })

  it('ends with one that draws the same screens, with ways back, and passes its own test', async () => {
    const bought: unknown[] = []
    const parts = {
      store: memoryStore(),
      balanceOf: async () => 12,
      buy: async (...what: unknown[]) => {
        bought.push(what)
        return `o-${bought.length}`
      },
    }
    const app = appOf({ app: await opened('2. The same menu as one function', 'js', parts) })
    await app.ready()
    try {
      await phone(app)
        .dial('*713#')
        .expectScreen('Ama Telecom\n1. Buy a bundle\n2. My balance')
        .choose('Buy a bundle')
        .expectScreen(/^Which bundle\?\n1\. 500 MB\n2\. 2 GB\n/)
        .choose('2 GB')
        .expectScreen(/^Buy 2 GB\?\n1\. Yes\n2\. No\n/)
        .choose('Yes')
        .expectScreen('Order o-1 is on its way')
      await phone(app).dial('*713#').choose('My balance').expectScreen('You have 12 MB')
      const { testMenu } = await run(workshop, blockUnder(page, '4. Test it before you switch', 'js'))
      if (typeof testMenu !== 'function') throw new Error(`${page} has no testMenu`)
      await testMenu(app)
      expect(bought).toMatchObject([
        [expect.any(String), '2 GB', expect.any(String)],
        [expect.any(String), '2 GB', expect.any(String)],
      ])
    } finally {
      await app.close()
    }
  })
})
