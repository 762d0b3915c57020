import { describe, expect, it } from 'vitest'
import { type Script, type Talk, text, whole } from '../../src/conversation/index.ts'
import { dealt } from '../store/dealt.ts'
import { asObject } from '../turns/kept/failing-store.ts'
import { keptWorld, worlds } from './world.ts'

const pin = '430971'
const failed = /^Sorry, something went wrong\./

/** Asks for a PIN, asks another question, and does what quotes it. */
const quoting = (quote: (talk: Talk, entered: string) => unknown): Script => {
  return async (talk) => {
    const entered = await talk.ask('PIN?', text({ sensitive: true }))
    await talk.ask('How much?', whole({ min: 1 }))
    await quote(talk, entered)
    return talk.end('Paid')
  }
}

const refused = (entered: string) => new Error(`the bank refused ${entered}`, { cause: new Error(`PIN ${entered}`) })

const quotes: readonly (readonly [string, Script])[] = [
  [
    'the script throws',
    quoting((_talk, entered) => {
      throw refused(entered)
    }),
  ],
  ['an effect fails', quoting((talk, entered) => talk.once('pay', () => Promise.reject(refused(entered))))],
  ['a reading fails', quoting((talk, entered) => talk.load('balance', () => Promise.reject(refused(entered))))],
  [
    'a check of a later question throws',
    quoting((talk, entered) => talk.ask('Code?', text({ check: () => Promise.reject(refused(entered)) }))),
  ],
]

describe.each(dealt(worlds))('A PIN that an error quotes, %s', (_name, world, it) => {
  it.each(quotes)('is masked where %s on a later turn', async (_what, script) => {
    const { phone, lines } = await world().start(script, { logScreens: true })
    const caller = phone()
    await caller.dial('*713#').reply(pin).reply('5')
    if (caller.lastScreen?.type === 'response') await caller.reply('7')
    await caller.expectScreen(failed)
    expect(lines.text()).toContain('the bank refused ***')
    expect(lines.text()).not.toContain(pin)
  })

  it.each(quotes)('is masked where it was dialled with the code and asked for again, and %s', async (_what, script) => {
    const { phone, lines } = await world().start(script, { logScreens: true })
    const caller = phone()
    await caller.dial(`*713*${pin}*5*7#`).expectScreen('PIN?').reply(pin).reply('5')
    if (caller.lastScreen?.type === 'response') await caller.reply('7')
    await caller.expectScreen(failed)
    expect(lines.text()).toContain('the bank refused ***')
    expect(lines.text()).not.toContain(pin)
  })

  it('is masked where it is a number', async () => {
    const { phone, lines } = await world().start(async (talk) => {
      const entered = await talk.ask('PIN?', whole({ sensitive: true }))
      await talk.show('Thank you')
      throw refused(`${entered}`)
    })
    await phone().dial('*713#').reply(pin).reply('1').expectScreen(failed)
    expect(lines.text()).toContain('the bank refused ***')
    expect(lines.text()).not.toContain(pin)
  })

  it('is masked where it is what a choice holds', async () => {
    const { phone, lines } = await world().start(async (talk) => {
      const accounts = [{ label: 'Savings', value: 1, of: { number: 'acc-430971' } }]
      const account = await talk.choose('From?', accounts, { sensitive: true })
      await talk.show('Thank you')
      throw refused(account.of.number)
    })
    await phone().dial('*713#').reply('1').reply('1').expectScreen(failed)
    expect(lines.text()).toContain('the bank refused ***')
    expect(lines.text()).not.toContain('acc-430971')
  })
})

describe('What a sealed choice holds', () => {
  it('is masked in errors, and in what an author is told of a screen, by an application that started again', async () => {
    const { start } = keptWorld()
    const script: Script = async (talk) => {
      const accounts = [{ label: 'Savings', of: { owner: 'Ama Owusu', number: 430_971 } }]
      const account = await talk.choose('From?', accounts, { sensitive: true })
      await talk.show('Thank you')
      await talk.show(`Ɛ ${account.of.owner}`)
      throw refused(`${account.of.owner} of ${account.of.number}`)
    }
    const options = { secret: 'the secret of this shop', talk: { rehearse: true } }
    const before = await start(script, options)
    const caller = before.phone()
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Thank you/)
    await before.kill()
    const { app, lines } = await start(script, options)
    await caller
      .moveTo(app)
      .reply('1')
      .expectScreen(/^E Ama Owusu/)
      .reply('1')
      .expectScreen(failed)
    expect(lines.text()).toContain('the bank refused *** of ***')
    expect(lines.text()).toContain('folded')
    expect(lines.text()).not.toMatch(/Owusu|430971/)
  })
})

/** A shop whose commits, and outcomes of effects, are written down. */
async function startKept(script: Script) {
  const kept: string[] = []
  const { phone } = await keptWorld().start(script, {
    secret: 'the secret of this shop',
    through: (turns) => ({
      ...asObject(turns),
      close: (closing) => {
        kept.push(JSON.stringify(closing))
        return turns.close(closing)
      },
      conclude: (conclusion) => {
        kept.push(JSON.stringify(conclusion))
        return turns.conclude(conclusion)
      },
    }),
  })
  return { phone, kept }
}

describe('A PIN that a failure quotes', () => {
  it.each([
    ['an effect', (talk: Talk, entered: string) => talk.once('pay', () => Promise.reject(refused(entered)))],
    ['a reading', (talk: Talk, entered: string) => talk.load('balance', () => Promise.reject(refused(entered)))],
  ])('of %s is masked in what is recorded of it', async (_what, fail) => {
    const caught: unknown[] = []
    const { phone, kept } = await startKept(
      quoting(async (talk, entered) => {
        await fail(talk, entered).catch((error: unknown) => caught.push(error))
        await talk.show('Sorry')
      }),
    )
    await phone().dial('*713#').reply(pin).reply('5').reply('1').expectScreen('Paid')
    const message = expect.stringMatching(/the bank refused \*\*\*$/)
    expect(caught).toMatchObject([{ message, cause: refused(pin) }, { message }])
    expect(kept.join()).toContain('the bank refused ***')
    expect(kept.join()).not.toContain(pin)
  })

  it.each([
    ['', async (talk: Talk) => talk.ask('PIN?', text({ sensitive: true, check: (entered) => `Wrong PIN ${entered}` }))],
    [
      ' of a later question',
      async (talk: Talk) => {
        const entered = await talk.ask('PIN?', text({ sensitive: true }))
        await talk.ask('Code?', text({ check: () => `No code for ${entered}` }))
      },
    ],
  ])('by the line of a check%s is masked on the screen, and in the record', async (_which, ask) => {
    const { phone, kept } = await startKept(async (talk) => {
      await ask(talk)
      return talk.end('Paid')
    })
    const caller = phone()
    await caller.dial('*713#').reply(pin)
    if (!caller.lastScreen?.text.includes('***')) await caller.reply('7')
    await caller.expectScreen(/^(?:Wrong PIN|No code for) \*\*\*/)
    expect(kept.join()).toContain('***')
    expect(kept.join()).not.toContain(pin)
  })

  it('to find out what became of an effect is masked where nobody knows that', async () => {
    const world = keptWorld()
    const begun = Promise.withResolvers<void>()
    const dead = await world.start(
      quoting((talk) =>
        talk.once('pay', () => {
          begun.resolve()
          return new Promise(() => undefined)
        }),
      ),
      { secret: 'the secret of this shop' },
    )
    const caller = dead.phone()
    await caller.dial('*713#').reply(pin)
    const lost = caller.reply('5').run()
    await begun.promise
    world.clock.advance(6_000)
    await lost
    await dead.kill()
    const recover = (entered: string) => () => Promise.reject(refused(entered))
    const { phone, lines } = await world.start(
      quoting((talk, entered) => talk.once('pay', () => undefined, { recover: recover(entered) })),
      { secret: 'the secret of this shop' },
    )
    await phone()
      .dial('*713#')
      .expectScreen(/^PIN\?/)
      .reply(pin)
      .expectScreen(/^We could not confirm/)
    expect(lines.saying('an effect may have happened or not')).toHaveLength(1)
    expect(lines.text()).toContain('the bank refused ***')
    expect(lines.text()).not.toContain(pin)
  })
})
