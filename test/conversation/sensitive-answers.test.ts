import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conversation, type Script, text, whole } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../src/index.ts'
import { phone } from '../../src/testing/index.ts'
import { linesOf } from '../http/lines.ts'
import { dealt } from '../store/dealt.ts'
import { sqliteHere } from '../store/new-sqlite.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { keptWorld, worlds } from './world.ts'

const pin = '430971'
const secret = 'the secret of this shop'

/** Asks for a PIN, and then two more questions. */
const paying: Script = async (talk) => {
  const entered = await talk.ask('PIN?', text({ sensitive: true }))
  await talk.ask('How much?', whole({ min: 1 }))
  await talk.ask('Whom?', text())
  return talk.end(entered === pin ? 'Right' : 'Wrong')
}

const choosing: Script = async (talk) => {
  const account = await talk.choose(
    'From?',
    [
      { label: 'Savings', value: 'savings-430971' },
      { label: 'Current', value: 'current-430972' },
    ],
    { sensitive: true },
  )
  await talk.show('Sure?')
  return talk.end(account.value === 'current-430972' ? 'Right' : 'Wrong', { sensitive: true })
}

/** A list of accounts, as it is at the time. */
const accounts =
  (list: readonly string[]): Script =>
  async (talk) =>
    talk.end(`From ${await talk.choose('From?', list, { sensitive: true })}`)

const confirming =
  (shown: string): Script =>
  async (talk) =>
    talk.end((await talk.confirm(shown, { sensitive: true })) ? 'Sent' : 'Kept')

const again = 'The price or list has changed. Please check.'

describe.each(dealt(worlds))('A sensitive answer, %s', (_name, world, it) => {
  it('is what the script gets, on every turn', async () => {
    const { phone: caller } = await world().start(paying)
    await caller().dial('*713#').reply(pin).reply('5').reply('Kofi').expectScreen('Right')
  })

  it('is masked on its way: the screen that asks, and what is entered then (reference 2.6)', async () => {
    const { app } = await world().start(paying, { programmable: conversation(paying) })
    const asks = phone(app, { kind: 'programmable', mobile: 'user-7', operator: 'webstore' })
    await asks.dial()
    expect(asks.lastScreen?.raw).toMatchObject({ Mask: 'true', MaskNextRoute: 'true' })
    await asks.reply(pin)
    expect(asks.lastScreen?.raw).not.toMatchObject({ Mask: 'true' })
    expect(asks.lastScreen?.raw).not.toMatchObject({ MaskNextRoute: 'true' })
  })

  it('is in no line of the log, whatever is logged', async () => {
    const { phone: caller, lines } = await world().start(paying, { logScreens: true })
    await caller().dial('*713#').reply(pin).reply('5').reply('Kofi').dial(`*713*${pin}*5#`)
    expect(lines.text()).toContain('How much?')
    expect(lines.text()).not.toContain(pin)
  })

  it('may be a choice, whose options are sealed too', async () => {
    const { phone: caller, lines } = await world().start(choosing, { logScreens: true })
    await caller().dial('*713#').reply('2').reply('1').expectScreen('Right')
    expect(lines.text()).not.toContain('current')
  })
})

describe('A sensitive answer that a store keeps', () => {
  it('is sealed in the state of its session, and masked in its transcript', async () => {
    const { start, turns } = keptWorld()
    const { phone: caller } = await start(paying, { secret })
    const asks = caller()
    await asks.dial('*713#').reply(pin).reply('5')
    const [session] = await turns.get('default', asks.sessionId ?? '')
    expect(session?.transcript.map(({ entered, screen }) => [entered, screen?.split('\n')[0]])).toEqual([
      ['*713#', '(sensitive)'],
      [null, 'How much?'],
      [null, 'Whom?'],
    ])
    expect(JSON.stringify(session)).not.toContain(pin)
  })

  it('is not in the transcript where it was dialled with the code', async () => {
    const { start, turns } = keptWorld()
    const { phone: caller } = await start(paying, { secret })
    const asks = caller()
    await asks.dial(`*713*${pin}*5#`).expectScreen('PIN?')
    const transcripts = await turns.get('default', asks.sessionId ?? '')
    expect(JSON.stringify(transcripts)).not.toContain(pin)
  })

  it('is opened by every process that has the secret, also one that has a newer one before it', async () => {
    const { start } = keptWorld()
    const newer = ['a newer secret, 1', secret]
    const one = await start(paying, { secret })
    const other = await start(paying, { secret: newer })
    const asks = one.phone()
    await asks.dial('*713#').reply(pin)
    const goOn = sessionOf(asks.sessionId)
    await goOn(other.app, '5', 3)
    expect(await goOn(one.app, 'Kofi', 4)).toMatchObject({ Message: 'Right' })
  })

  it('is asked again where nothing opens it, and the log says beforehand why that may be', async () => {
    const { start } = keptWorld()
    const [one, other] = [await start(paying), await start(paying)]
    const asks = one.phone()
    await asks.dial('*713#').reply(pin)
    expect(one.lines.saying('a sensitive answer is sealed for this process only')).toMatchObject([{ level: 40 }])
    const goOn = sessionOf(asks.sessionId)
    // It answers "How much?", and is no PIN.
    expect(await goOn(other.app, '5', 3)).toMatchObject({ Message: expect.stringMatching(/^PIN\?/) })
    expect(await goOn(other.app, pin, 4)).toMatchObject({ Message: expect.stringMatching(/^How much\?/) })
    await goOn(other.app, '5', 5)
    expect(await goOn(other.app, 'Kofi', 6)).toMatchObject({ Message: 'Right' })
  })

  it('is no answer where nothing opens the options that were drawn: those of now are drawn, and it may be chosen', async () => {
    const { start } = keptWorld()
    const [one, other] = [await start(accounts(['A', 'B'])), await start(accounts(['B', 'A']), { talk: { tries: 1 } })]
    const asks = one.phone()
    await asks.dial('*713#').expectScreen('From?\n1. A\n2. B')
    const goOn = sessionOf(asks.sessionId)
    expect(await goOn(other.app, '1', 2)).toMatchObject({ Message: `${again}\nFrom?\n1. B\n2. A` })
    expect(await goOn(other.app, '1', 3)).toMatchObject({ Message: 'From B' })
  })

  it('is a yes to what was shown, which is sealed', async () => {
    const { start, turns } = keptWorld()
    const one = await start(confirming(`Send ${pin}?`), { secret, logScreens: true })
    const [same, other] = [
      await start(confirming(`Send ${pin}?`), { secret }),
      await start(confirming('Send 9?'), { secret }),
    ]
    const asks = one.phone()
    await asks.dial('*713#').expectScreen(`Send ${pin}?\n1. Yes\n2. No`)
    expect(JSON.stringify(await turns.get('default', asks.sessionId ?? ''))).not.toContain(pin)
    const goOn = sessionOf(asks.sessionId)
    expect(await goOn(other.app, '1', 2)).toMatchObject({ Message: `${again}\nSend 9?\n1. Yes\n2. No` })
    expect(await goOn(same.app, '1', 3)).toMatchObject({ Message: `${again}\nSend ${pin}?\n1. Yes\n2. No` })
    expect(JSON.stringify(await turns.get('default', asks.sessionId ?? ''))).not.toContain(pin)
    expect(await goOn(one.app, '1', 4)).toMatchObject({ Message: 'Sent' })
    expect(one.lines.text() + same.lines.text()).not.toContain(pin)
  })

  it('is no yes where nothing opens what was shown', async () => {
    const { start } = keptWorld()
    const [one, other] = [await start(confirming('Send 5?')), await start(confirming('Send 5?'))]
    const asks = one.phone()
    await asks.dial('*713#')
    expect(one.lines.saying('a sensitive answer is sealed for this process only')).toHaveLength(1)
    const goOn = sessionOf(asks.sessionId)
    expect(await goOn(other.app, '1', 2)).toMatchObject({ Message: `${again}\nSend 5?\n1. Yes\n2. No` })
    expect(await goOn(other.app, '1', 3)).toMatchObject({ Message: 'Sent' })
  })

  it('is asked again in a session that is resumed, since another may hold the phone', async () => {
    const { phone: caller } = await keptWorld().start(paying, { secret, talk: { resume: 'continue' } })
    await caller()
      .dial('*713#')
      .reply(pin)
      .reply('5')
      .timeout()
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply(pin)
      .expectScreen(/^Whom\?/)
      .reply('Kofi')
      .expectScreen('Right')
  })

  it.each([
    ['opens', [secret, secret], /^How much\?/],
    ['does not open', [secret, 'another secret 2'], /^PIN\?/],
  ])(
    'waits sealed behind a waiting screen, and is read or asked again where that %s',
    async (_what, secrets, screen) => {
      const { start, clock } = keptWorld()
      const begun = Promise.withResolvers<void>()
      const checking: Script = async (talk) => {
        await talk.ask(
          'PIN?',
          text({
            sensitive: true,
            check: () => {
              begun.resolve()
              return new Promise<boolean>(() => undefined)
            },
          }),
        )
        return talk.end('Never')
      }
      const one = await start(checking, { secret: secrets[0] })
      const other = await start(paying, { secret: secrets[1] })
      const asks = one.phone()
      await asks.dial('*713#')
      const answered = asks.reply(pin).run()
      await begun.promise
      clock.advance(6_000)
      await answered
      await one.kill()
      for (let turn = 0; turn < 20; turn++) await setImmediate()
      const goOn = sessionOf(asks.sessionId)
      expect(await goOn(other.app, '1', 3)).toMatchObject({ Message: expect.stringMatching(screen) })
    },
  )
})

describe('The file of a store', () => {
  it.each([
    ['with a secret', secret],
    ['without one', undefined],
  ])('does not hold a sensitive answer, %s', async (_what, given) => {
    const file = fileOfTest()
    const lines = linesOf()
    const app = Fastify({ logger: lines.logger })
    onTestFinished(() => app.close())
    const ussd = conversation(paying)
    await app.register(merchantWebhooks, { verify: 'none', store: sqliteHere(file), secret: given, ussd })
    await phone(app).dial('*713#').reply(pin).reply('5').dial(`*713*${pin}*5#`).reply(pin)
    const held = heldBy(file)
    expect(held).toContain('How much?')
    expect(held).not.toContain(pin)
    await phone(app).dial(`*713*${pin}*5*Kofi#`).reply(pin).reply('5').reply('Kofi').expectScreen('Right')
    await app.close()
    expect(heldBy(file)).not.toContain(pin)
    expect(lines.text()).not.toContain(pin)
  })

  it.each([
    ['with the turns, in clear, where nothing is sealed', false, ['merchant.db-turns']],
    ['nowhere, where what is kept is sealed', true, []],
  ])('holds a sensitive screen that quotes the answer %s', async (_what, seal, wanted) => {
    const file = fileOfTest()
    const app = Fastify()
    onTestFinished(() => app.close())
    const ussd = conversation(async (talk) => {
      const entered = await talk.ask('PIN?', text({ sensitive: true }))
      await talk.show(`Your PIN is ${entered}`, { sensitive: true })
      return talk.end('Right')
    })
    await app.register(merchantWebhooks, { verify: 'none', store: sqliteHere(file), secret, seal, ussd })
    await phone(app)
      .dial('*713#')
      .reply(pin)
      .expectScreen(/^Your PIN is 430971/)
    await app.close()
    const folder = dirname(file)
    const holding = readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'latin1').includes(pin))
    expect(holding.map((name) => name.replace(basename(file), 'merchant.db'))).toEqual(wanted)
  })
})

describe('The store of a process', () => {
  it('needs no secret: nothing outlives the process', async () => {
    const lines = linesOf()
    const app = Fastify({ logger: lines.logger })
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd: conversation(paying) })
    await phone(app).dial('*713#').reply(pin)
    expect(lines.saying('sealed for this process only')).toEqual([])
  })
})

/** Everything that lies beside a file too. */
function heldBy(file: string): string {
  const folder = dirname(file)
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}

/** Goes on in a session, in whichever application. */
function sessionOf(SessionId: string | undefined) {
  return async (app: { inject: ReturnType<typeof Fastify>['inject'] }, Message: string, Sequence: number) => {
    const payload = { Mobile: '+233000000000', SessionId, ServiceCode: '713', Type: 'Response', Message, Sequence }
    const answer = await app.inject({ method: 'POST', url: '/ussd', payload })
    return answer.json()
  }
}
