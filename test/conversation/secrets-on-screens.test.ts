import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, text } from '../../src/conversation/index.ts'
import { realStores } from '../store/real-stores.ts'
import { memoryWorld, realWorld, type World } from './world.ts'

const everywhere: readonly (readonly [name: string, world: () => World])[] = [
  ['in memory', memoryWorld],
  ...realStores.map(([name, make]) => [`on ${name}`, () => realWorld(make()())] as const),
]
const options = { secret: 'the secret of this shop', logScreens: true }

/** A script that shows a new PIN again: behind its question, two screens later, and on its last screen. */
const setting: Script = async (talk) => {
  const pin = await talk.ask('New PIN?', text({ sensitive: true }))
  const town = await talk.ask(`Set ${pin}. Which town?`, text())
  await talk.confirm(`${town}: is ${pin} right?`)
  return talk.end(`Your PIN is ${pin}.`)
}

async function shownIn(world: World, sessionId: string | undefined): Promise<readonly (string | null)[]> {
  const sessions = await world.turns.get('default', sessionId ?? expect.fail())
  return sessions.flatMap(({ transcript }) => transcript.map(({ screen }) => screen?.split('\n')[0] ?? null))
}

describe.each(everywhere)('A screen that shows a sensitive answer, %s', (_name, make) => {
  it.each([
    ['as it was typed', '739158', '739158'],
    ['without its blanks', '739 158', '739158'],
    ['in Latin digits', '\u0667\u0663\u0669\u0661', '7391'],
    ['in letters that phones have', 'for\u00eat Concei\u00e7\u00e3o', 'foret Conceicao'],
    ['with marks that phones have', '\u2018\u00bd\u2026x\u2019', "'1/2...x'"],
  ])('has *** in transcript and log, not on the phone: %s', async (_form, entered, shown) => {
    const world = make()
    const { phone, lines } = await world.start(async (talk) => {
      const pin = await talk.ask('New PIN?', text({ sensitive: true }))
      await talk.show(`Set ${shown}, ${pin}?`)
      return talk.end(`Your PIN is ${shown}.`)
    }, options)
    const caller = phone()
    await caller.dial('*713#').reply(entered)
    expect(caller.lastScreen?.text).toContain(`Set ${shown}, `)
    await caller.reply('1')
    expect(caller.lastScreen?.text).toBe(`Your PIN is ${shown}.`)
    expect(lines.text()).toContain('Your PIN is ***.')
    expect(lines.text()).not.toContain(shown)
    expect(JSON.stringify(await shownIn(world, caller.sessionId))).not.toContain(shown)
  })

  it('has it on every screen of the conversation, and what is typed behind it is told nowhere either', async () => {
    const world = make()
    const { phone, lines } = await world.start(setting, options)
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('7391')
      .reply('Tamale')
      .expectScreen(/is 7391 right\?/)
      .choose('Yes')
    expect(caller.lastScreen?.text).toBe('Your PIN is 7391.')
    expect(lines.text()).toContain('*: is *** right?')
    expect(lines.text()).not.toMatch(/7391|Tamale/)
    const kept = ['(sensitive)', 'Set ***. Which town?', '*: is *** right?', 'Your PIN is ***.']
    expect([[], kept]).toContainEqual(await shownIn(world, caller.sessionId))
  })

  it('stays where the answer has one or two characters', async () => {
    const world = make()
    const { phone, lines } = await world.start(setting, options)
    await phone()
      .dial('*713#')
      .reply('1')
      .reply('Tamale')
      .expectScreen(/is 1 right\?/)
    expect(lines.text()).toContain('*: is 1 right?\\n1. Yes')
  })

  it('has it where work that took too long is shown on the next turn', async () => {
    const world = make()
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const { phone, lines } = await world.start(async (talk) => {
      const pin = await talk.ask('New PIN?', text({ sensitive: true }))
      await talk.load('slow', () => {
        begun.resolve()
        return done.promise
      })
      await talk.show(`Set ${pin}`)
      return talk.end('Bye')
    }, options)
    const caller = phone()
    await caller.dial('*713#')
    const answered = caller.reply('7391').run()
    await begun.promise
    world.clock.advance(6_000)
    await answered
    await caller.expectScreen(/^Please wait/)
    done.resolve()
    await setImmediate()
    await caller.reply('1').expectScreen(/Set 7391/)
    expect(lines.text()).toContain('Set ***')
    expect(lines.text()).not.toContain('7391')
    expect(JSON.stringify(await shownIn(world, caller.sessionId))).not.toContain('7391')
  })
})

describe('The screen behind a masked prompt of your own handler', () => {
  it('has *** in the transcript where it repeats what was entered', async () => {
    const [, make] = realStores[0] ?? expect.fail()
    const world = realWorld(make()())
    const { phone, lines } = await world.start(setting, {
      ...options,
      ussd: (push, turn) =>
        push.type === 'initiation' ? turn.prompt('PIN?', { maskNext: true }) : turn.end(`${push.message}: right`),
    })
    const caller = phone()
    await caller.dial('*713#').reply('7391').expectScreen('7391: right')
    expect(await shownIn(world, caller.sessionId)).toEqual(['PIN?', '***: right'])
    expect(lines.text()).not.toContain('7391')
  })
})
