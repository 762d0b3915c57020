import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Conversation } from '../../src/conversation/conversation.ts'
import { readOptions } from '../../src/conversation/conversation-options.ts'
import { conversation, type Script, type Talk } from '../../src/conversation/index.ts'
import { englishWords } from '../../src/conversation/words.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { blockUnder, codeIn, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const guide = 'docs/guides/conversations.md'
const questions = 'docs/guides/conversation-questions.md'
const workshop = openWorkshop()
const folder = mkdtempSync(join(tmpdir(), 'conversations-'))
const open: FastifyInstance[] = []

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', 'a-secret-of-the-guides')
  vi.stubEnv('MERCHANT_SECRET', 'another-secret-of-the-guides')
  vi.stubEnv('MERCHANT_STORE', join(folder, 'merchant.db'))
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  vi.unstubAllGlobals()
})
afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
  rmSync(folder, { recursive: true })
})

describe('the guide on conversations', () => {
  it('sells what its shop says, and asks to go on as it shows', async () => {
    const create = vi.fn(async (_key: string, item: string, quantity: number) => ({
      id: `${quantity}-${item}`,
      name: 'Rice 5 kg',
      quantity,
      price: 60,
    }))
    vi.stubGlobal('orders', { create })
    const app = appOf(await run(workshop, blockUnder(guide, 'Conversations', 'ts')))
    open.push(app)

    const offer = blockUnder(guide, 'Dialling again', 'text').code.trimEnd()
    const end = await phone(app)
      .dial('*713*1*2#')
      .expectScreen(/^Pay 120\?/)
      .timeout()
      .dial('*713#')
      .expectScreen(offer)
      .reply('1')
      .expectScreen(/^Pay 120\?/)
      .reply('1')
    expect(end).toMatchObject({ type: 'release', payment: { amount: 120, description: '2 x Rice 5 kg, 2-rice' } })
    expect(create.mock.calls).toEqual([[expect.stringMatching(/^[0-9a-f]{32}$/), 'rice', 2]])
  })

  it('tries again by another key where it was refused, and only there', async () => {
    const keys: string[] = []
    const create = async (key: string) => (keys.push(key) === 1 ? { refused: 'No stock.' } : { id: key })
    vi.stubGlobal('orders', { create })
    const { order } = await run(workshop, blockUnder(guide, 'Failures are outcomes', 'ts'))
    const end = await phone(await hold(order))
      .dial('*713#')
      .expectScreen(/^No stock\. Try again\?/)
      .choose('Yes')
    expect(new Set(keys).size).toBe(2)
    expect(end.text).toBe(`Your order: ${keys[1]}`)
  })

  it('records what decides the path', async () => {
    const pricesOfToday = vi.fn(async () => ({ rice: 80 + pricesOfToday.mock.calls.length }))
    vi.stubGlobal('pricesOfToday', pricesOfToday)
    const { offer } = await run(workshop, blockUnder(guide, 'What is read: load', 'ts'))
    const script = async (talk: Talk) => talk.end(`${await asPart(offer)(talk)}`)
    await phone(await hold(script))
      .dial('*713#')
      .choose('Continue')
      .expectScreen(/^Rice for 81\?/)
      .choose('Yes')
      .expectScreen('true')
    expect(pricesOfToday).toHaveBeenCalledTimes(1)
  })

  it('asks for a PIN until it is right', async () => {
    vi.stubGlobal('isRight', async (_mobile: string, pin: string) => pin === '7391')
    vi.stubGlobal('balanceOf', async () => 12)
    const { balance } = await run(workshop, blockUnder(guide, 'Secrets', 'ts'))
    await phone(await hold(balance))
      .dial('*713#')
      .reply('1111')
      .expectScreen(/^Please check it and enter it again\.\nYour PIN\?/)
      .reply('7391')
      .expectScreen('You have 12')
  })

  it('is made of parts', async () => {
    const said: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((...line) => said.push(line))
    const { shop } = await run(workshop, blockUnder(guide, 'Conversations in parts', 'ts'))
    await phone(await hold(shop))
      .dial('*713#')
      .choose('Delivery')
      .reply('Accra')
      .reply('High Street')
    vi.restoreAllMocks()
    expect(said).toEqual([['to', 'Accra', 'High Street', expect.stringMatching(/^[0-9a-f]{32}$/)]])
  })

  it('speaks the language that was chosen', async () => {
    const { shop } = await run(workshop, blockUnder(guide, 'Languages', 'ts'))
    await phone(await hold(shop))
      .dial('*713#')
      .choose('Français')
      .reply('x')
      .expectScreen('Des chiffres seulement, comme 20.\nCombien ?\n0 Retour')
      .reply('3')
      .expectScreen('3 sont en route')
  })

  it('has every option with its default', () => {
    const rows = rowsOf(guide, 'Options').filter((cells) => cells.length === 3)
    const listed = rows.flatMap(([name = '']) => codeIn(name)).filter((name) => name !== 'Option')
    expect(listed).toEqual(membersOf('src/conversation/conversation-options.ts', 'ConversationOptions'))
    const { limit, tries, resumeWithin, characters, resume, keys } = readOptions({})
    const shown = rows.map(([name, value]) => [name, value])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['`limit`', `${limit}`],
        ['`tries`', `${tries}`],
        ['`resumeWithin`', `${resumeWithin.toLocaleString('en')} ms`],
        ['`characters`', `\`'${characters}'\``],
        ['`resume`', `\`'${resume}'\``],
        ['`keys`', `\`${keys.back}\`, \`${keys.home}\`, \`${keys.more}\``],
      ]),
    )
  })

  it('has, with the guide on questions, every word as it is said', () => {
    const rows = [...rowsOf(guide, 'Options'), ...rowsOf(questions, 'What we say')]
    const shown = rows
      .filter((cells) => cells.length === 2)
      .map(([word = '', line = '']) => [codeIn(word)[0], line])
      .filter(([word]) => word !== undefined)
    expect(Object.fromEntries(shown)).toEqual(englishWords)
  })
})

/** An application that holds what a block exports: a conversation, or a script. */
async function hold(exported: unknown): Promise<FastifyInstance> {
  const app = Fastify()
  open.push(app)
  const ussd = exported instanceof Conversation ? exported : conversation(asPart(exported))
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd })
  return app
}

function asPart(exported: unknown): Script {
  if (typeof exported !== 'function') throw new Error('The block exports no script')
  return (talk) => exported(talk)
}
