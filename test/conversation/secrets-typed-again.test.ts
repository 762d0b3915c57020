import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, type Script, text } from '../../src/conversation/index.ts'
import merchantWebhooks from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { keptWorld, worlds } from './world.ts'

const pin = '430971'
// A digit is missing: that gives nearly all of it away.
const nearly = '43097'

const saving: Script = async (talk) => {
  const name = await talk.ask('Your name?', text())
  await talk.ask('PIN?', text({ sensitive: true, check: (entered) => entered === pin }), { id: 'pin' })
  const wish = await talk.choose(`Hello ${name}`, ['Send', 'Balance'])
  await talk.ask('Whom?', text({ max: 5 }))
  return talk.end(wish.repeat(60))
}

const options = { secret: 'the secret of this shop', logScreens: true, talk: { help: { key: '#', show: 'Call us.' } } }

/** What is entered, one by one, and what the last of them must have drawn. */
const places: readonly (readonly [where: string, entered: readonly string[], drawn: RegExp])[] = [
  ['the menu behind it', ['Ama', pin, pin, nearly], /^Reply with a number/],
  ['a question behind it', ['Ama', pin, '1', pin, nearly], /^Hello|^Too long|^SendSend/],
  ['the help behind it', ['Ama', pin, '#', pin], /^Hello/],
  ['a page of the end', ['Ama', pin, '1', 'Kofi', pin], /^SendSend/],
  ['the screen before it, gone back to', ['Ama', pin, '0', '0', pin], /^PIN\?/],
]

describe.each(dealt(worlds))('A secret that is typed once more, %s', (_name, world, it) => {
  it.each(places)('at %s is in no line of the log and in no transcript', async (_where, entered, drawn) => {
    const { turns, start } = world()
    const { phone: caller, lines } = await start(saving, options)
    const asks = caller()
    await asks.dial('*713#')
    for (const answer of entered) await asks.reply(answer)
    expect(asks.lastScreen?.text).toMatch(drawn)
    expect(lines.text()).toContain('Your name?')
    expect(lines.text()).not.toContain(nearly)
    expect(JSON.stringify(await turns.get('default', asks.sessionId ?? ''))).not.toContain(nearly)
  })

  it.each([
    ['answered', ['Ama', pin]],
    ['on the screen', ['Ama']],
  ])(
    'is neither where it was %s in the session before: at the question to go on, and after starting again',
    async (_what, entered) => {
      const { phone: caller, lines } = await world().start(saving, options)
      const asks = caller()
      await asks.dial('*713#')
      for (const answer of entered) await asks.reply(answer)
      await asks
        .timeout()
        .dial('*713#')
        .expectScreen(/^You did not finish/)
        .reply(pin)
        .reply(nearly)
      await asks
        .reply('2')
        .expectScreen(/^Your name\?/)
        .reply(nearly)
      expect(lines.text()).not.toContain(nearly)
    },
  )
})

describe('What is entered before anything secret was asked for', () => {
  it('is logged and kept', async () => {
    const { start, turns } = keptWorld()
    const { phone: caller, lines } = await start(saving, options)
    const asks = caller()
    await asks.dial('*713#').reply('Ama').reply(pin).reply('1')
    const [session] = await turns.get('default', asks.sessionId ?? '')
    expect(session?.transcript.map(({ entered }) => entered)).toEqual(['*713#', 'Ama', null, null])
    expect(lines.saying('a turn was answered').map(({ message }) => message)).toEqual([
      '*713#',
      'Ama',
      '(sensitive)',
      '(sensitive)',
    ])
  })

  it('is so in a session too whose last one ended', async () => {
    const { phone: caller, lines } = await keptWorld().start(saving, options)
    await caller().dial('*713#').reply('Ama').reply(pin).reply('1').reply('Kofi').reply('99')
    await caller().dial('*713#').reply('Esi')
    expect(lines.saying('a turn was answered').at(-1)).toMatchObject({ message: 'Esi' })
  })
})

describe('The screens behind a secret', () => {
  it('are answered unmasked on their way: a masked field would hide an amount from whoever types it', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: sqliteHere(fileOfTest()),
      programmable: conversation(saving),
    })
    const asks = phone(app, { kind: 'programmable', mobile: 'user-7', operator: 'webstore' })
    await asks.dial().reply('Ama').reply(pin)
    expect(asks.lastScreen?.raw).not.toMatchObject({ MaskNextRoute: 'true' })
  })
})

describe('The file of a store', () => {
  it('never holds a secret that is typed once more, at the next screen or at the question to go on', async () => {
    const file = fileOfTest()
    const app = Fastify()
    onTestFinished(() => app.close())
    const ussd = conversation(saving)
    await app.register(merchantWebhooks, { verify: 'none', store: sqliteHere(file), secret: options.secret, ussd })
    await phone(app).dial('*713#').reply('Ama').reply(pin).reply(pin).reply(nearly).timeout().dial('*713#').reply(pin)
    await app.close()
    const folder = dirname(file)
    const held = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    expect(held.join('\n')).toContain('Reply with a number')
    expect(held.join('\n')).not.toContain(nearly)
  })
})

describe('A screen behind a secret that went out late', () => {
  it('hides its answer too', async () => {
    const { start, clock, turns } = keptWorld()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { phone: caller, lines } = await start(async (talk) => {
      await talk.ask('PIN?', text({ sensitive: true }))
      await talk.load('slow', () => {
        begun.resolve()
        return gate.promise
      })
      return talk.end(await talk.choose('Menu', ['Send']))
    }, options)
    const asks = caller()
    await asks.dial('*713#')
    const waited = asks.reply(pin).run()
    await begun.promise
    clock.advance(6_000)
    await waited
    gate.resolve()
    await asks
      .reply('1')
      .expectScreen(/^Menu/)
      .reply(pin)
      .expectScreen(/^Reply with/)
    expect(lines.text()).not.toContain(pin)
    expect(JSON.stringify(await turns.get('default', asks.sessionId ?? ''))).not.toContain(pin)
  })
})
