import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Conversation } from '../../src/conversation/conversation.ts'
import { readOptions } from '../../src/conversation/conversation-options.ts'
import { conversation, type Script, type Talk } from '../../src/conversation/index.ts'
import { englishWords, richWords } from '../../src/conversation/words.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { blockUnder, codeIn, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const guide = 'docs/guides/conversations.md'
const effects = 'docs/guides/conversation-effects.md'
const again = 'docs/guides/conversation-dialling-again.md'
const dialled = 'docs/guides/conversation-dialled-answers.md'
const secrets = 'docs/guides/conversation-secrets.md'
const payments = 'docs/guides/conversation-payments.md'
const languages = 'docs/guides/conversation-languages.md'
const settings = 'docs/guides/conversation-options.md'
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

describe('the guides on conversations', () => {
  it('sell what the shop says, and ask to go on as they show', async () => {
    const create = vi.fn(async (_key: string, item: string, quantity: number) => ({
      id: `${quantity}-${item}`,
      name: 'Rice 5 kg',
      quantity,
      price: 60,
    }))
    const onPayment = vi.fn()
    vi.stubGlobal('orders', { create })
    vi.stubGlobal('onPayment', onPayment)
    vi.stubEnv('PUBLIC_URL', 'https://shop.example')
    const app = appOf(await run(workshop, blockUnder(guide, 'Conversations', 'ts')))
    open.push(app)

    const [sum, offer] = ['Conversations', 'Dialling again'].map((heading) => screenUnder(guide, heading))
    const caller = phone(app)
    const end = await caller
      .dial('*713#')
      .reply('1')
      .reply('2')
      .expectScreen(`${sum}`)
      .timeout()
      .dial('*713#')
      .expectScreen(`${offer}`)
      .reply('1')
      .expectScreen(/^Pay 120\?/)
      .reply('1')
    expect(end).toMatchObject({ type: 'release', payment: { amount: 120, description: '2 x Rice 5 kg, 2-rice' } })
    expect(create.mock.calls).toEqual([[expect.stringMatching(/^[0-9a-f]{32}$/), 'rice', 2]])
    await caller.pay()
    expect(onPayment.mock.calls).toMatchObject([[{ outcome: 'paid', evidence: 'signed', reference: '2-rice' }, {}]])
  })

  it('find an order by its key', async () => {
    const keys: string[] = []
    const create = async (key: string) => {
      if (keys.push(key) === 1) throw Object.assign(new Error('no answer'), { isUncertain: true })
      return { id: 'o-1' }
    }
    vi.stubGlobal('orders', { create })
    const { buy } = await run(workshop, blockUnder(effects, 'One-time actions', 'ts'))
    await phone(await hold(buy))
      .dial('*713#')
      .expectScreen(englishWords.unknown)
      .dial('*713#')
      .expectScreen('Your order: o-1')
    expect(new Set(keys).size).toBe(1)
  })

  it('ask whether to continue by what the session was about', async () => {
    const { savings } = await run(workshop, blockUnder(again, 'Dialling again', 'ts'))
    await phone(await hold(savings))
      .dial('*713#')
      .reply('50')
      .timeout()
      .dial('*713#')
      .expectScreen(screenUnder(again, 'Dialling again'))
  })

  it('take answers that are dialled with the code', async () => {
    const { shop } = await run(workshop, blockUnder(dialled, 'Answers dialled with the code', 'ts'))
    await phone(await hold(shop))
      .dial('*713*1*3#')
      .expectScreen(/^3 x Rice\?/)
  })

  it('take no second tap for a yes to a payment', async () => {
    vi.stubGlobal('orders', { create: async () => ({ id: 'o-1' }) })
    const { shop } = await run(workshop, blockUnder(payments, 'A second tap on a programmable service', 'ts'))
    const end = await phone(await hold(shop))
      .dial('*713#')
      .reply('1')
      .reply('1')
      .expectScreen(/^Please enter 120 or more\./)
      .reply('120')
    expect(end).toMatchObject({ type: 'release', payment: { amount: 120 } })
  })

  it('try again by another key where it was refused, and only there', async () => {
    const keys: string[] = []
    const create = async (key: string) => (keys.push(key) === 1 ? { refused: 'No stock.' } : { id: key })
    vi.stubGlobal('orders', { create })
    const { order } = await run(workshop, blockUnder(effects, 'Trying again', 'ts'))
    const end = await phone(await hold(order))
      .dial('*713#')
      .expectScreen(/^No stock\. Try again\?/)
      .choose('Yes')
    expect(new Set(keys).size).toBe(2)
    expect(end.text).toBe(`Your order: ${keys[1]}`)
  })

  it('record what decides the path', async () => {
    const pricesOfToday = vi.fn(async () => ({ rice: 80 + pricesOfToday.mock.calls.length }))
    vi.stubGlobal('pricesOfToday', pricesOfToday)
    const { offer } = await run(workshop, blockUnder(guide, 'Data that changes: load', 'ts'))
    const script = async (talk: Talk) => talk.end(`${await asPart(offer)(talk)}`)
    await phone(await hold(script))
      .dial('*713#')
      .choose('Continue')
      .expectScreen(/^Rice for 81\?/)
      .choose('Yes')
      .expectScreen('true')
    expect(pricesOfToday).toHaveBeenCalledTimes(1)
  })

  it('ask for a PIN until it is right', async () => {
    vi.stubGlobal('isRight', async (_mobile: string, pin: string) => pin === '7391')
    vi.stubGlobal('balanceOf', async () => 12)
    const { balance } = await run(workshop, blockUnder(secrets, 'Secrets', 'ts'))
    await phone(await hold(balance))
      .dial('*713#')
      .reply('1111')
      .expectScreen(/^Please check it and enter it again\.\nYour PIN\?/)
      .reply('7391')
      .expectScreen('You have 12')
  })

  it('lock a card after too many wrong PINs, once', async () => {
    const lock = vi.fn(async () => undefined)
    vi.stubGlobal('cards', { isRight: async () => false, lock, points: async () => 7 })
    const { club } = await run(workshop, blockUnder(questions, 'When a question or a reading fails', 'ts'))
    await phone(await hold(club))
      .dial('*713#')
      .reply('1111')
      .reply('2222')
      .reply('3333')
      .expectScreen('Your card is locked. Call 030 000 0000.')
    expect(lock).toHaveBeenCalledTimes(1)
  })

  it('are made of parts', async () => {
    const said: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((...line) => said.push(line))
    const { shop } = await run(workshop, blockUnder(guide, 'A script in parts', 'ts'))
    await phone(await hold(shop))
      .dial('*713#')
      .choose('Delivery')
      .reply('Accra')
      .reply('High Street')
    vi.restoreAllMocks()
    expect(said).toEqual([['to', 'Accra', 'High Street', expect.stringMatching(/^[0-9a-f]{32}$/)]])
  })

  it('speak the language that was chosen', async () => {
    const { shop } = await run(workshop, blockUnder(languages, 'Languages and words', 'ts'))
    await phone(await hold(shop))
      .dial('*713#')
      .choose('Français')
      .reply('x')
      .expectScreen('Des chiffres seulement, comme 20.\nCombien ?\n0 Retour')
      .reply('3')
      .expectScreen('3 sont en route')
  })

  it('have every option with its default', () => {
    const rows = rowsOf(settings, 'Options').filter((cells) => cells.length === 3)
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

  it('have every word as it is said', () => {
    const said = wordsIn([...rowsOf(languages, 'The words'), ...rowsOf(languages, 'What questions say')])
    expect(said).toEqual(englishWords)
    expect({ ...said, ...wordsIn(rowsOf(languages, 'On rich channels')) }).toEqual(richWords)
  })
})

/** The words in rows of two cells, each with its line. */
function wordsIn(rows: readonly string[][]): Readonly<Record<string, string>> {
  const words = rows.filter((cells) => cells.length === 2).map(([word = '', line = '']) => [codeIn(word)[0], line])
  return Object.fromEntries(words.filter(([word]) => word !== undefined))
}

/** The first screen that is shown under a heading. */
function screenUnder(file: string, heading: string): string {
  return blockUnder(file, heading, 'text').code.trimEnd()
}

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
