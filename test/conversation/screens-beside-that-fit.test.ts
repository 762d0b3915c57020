import { describe, expect, it } from 'vitest'
import { type Script, text, type Words } from '../../src/conversation/index.ts'
import type { Screen } from '../../src/testing/index.ts'
import { gsm7Length } from '../../src/text/gsm7.ts'
import { defaultScreens, type Screens } from '../../src/turns/screens.ts'
import { dealt } from '../store/dealt.ts'
import { everyWorld } from './every-world.ts'
import { hold } from './hold.ts'
import { type Instance, memoryWorld, type World } from './world.ts'

const wait = 6_000
const names = ['waiting', 'failed', 'nothingPaid', 'busy', 'ended', 'paused', 'unknown', 'tooOften'] as const
/** Longer than any screen, and in letters that phones do not have. */
const longOf = (name: string) => `${name} \u0254 \u201clong\u201d \u{1f600} ${'\u025b\u4e2d mesr\u025b wo '.repeat(30)}`
const long: Partial<Words> = Object.fromEntries(names.map((name) => [name, longOf(name)]))

const shapes = [
  { limit: 60, characters: 'ascii', holds: 60 },
  { limit: 160, characters: 'gsm7', holds: 160 },
  { limit: 160, characters: 'keep', holds: 70 },
] as const

describe.each(dealt(everyWorld))('screens beside the script, %s', (_, world, it) => {
  it.each(shapes)('keep to $limit and $characters in words of the options', async ({ holds, ...fit }) => {
    const held = world()
    const { release, script } = failing()
    const app = await held.start(script, { talk: { ...fit, words: long }, sessions: { max: 2 } })
    const shown = await allOf(app, held, release)
    expect(shown.map(({ text: said }) => said.split(' ')[0])).toEqual([...names])
    for (const { text: said } of shown) {
      expect(fit.characters === 'keep' ? said.length : (gsm7Length(said) ?? Infinity)).toBeLessThanOrEqual(holds)
      if (fit.characters === 'ascii') expect(said).toMatch(/^[\n -~]+$/)
      expect(said).toMatch(/\.\.\.$/)
    }
  })
})

describe('screens beside the script', () => {
  it('are in ASCII where the replies of the registration are', async () => {
    const fails: Script = async (talk) => {
      await talk.once('order', () => 1)
      throw new Error('no stock')
    }
    const held = await hold(fails, { words: { failed: 'R\u00e9essayez' } }, { reply: { characters: 'ascii' } })
    expect((await held.phone().dial('*713#')).text).toBe('Reessayez')
  })

  it.each(['waiting', 'failed', 'ended', 'unknownType'] satisfies (keyof Screens)[])(
    'fit where they are those of the registration: %s',
    async (name) => {
      const said = await saidOf(longOf, name)
      expect(said).toMatch(new RegExp(`^${name} o "long" .*\\.\\.\\.$`))
      expect(gsm7Length(said)).toBeLessThanOrEqual(160)
      expect(await saidOf(() => defaultScreens[name], name)).toBe(defaultScreens[name])
    },
  )

  it('are for the channel that the conversation says it is', async () => {
    const held = await hold(
      async (talk) => {
        await talk.once('order', () => 1)
        throw new Error('no stock')
      },
      { words: { failed: longOf('failed') }, channel: ({ operator }) => (operator === 'till' ? 'ussd' : 'webstore') },
    )
    expect((await held.user('kiosk').dial()).text).toBe(longOf('failed'))
    expect((await held.user('till').dial()).text).toMatch(/^failed o "long" .*\.\.\.$/)
  })

  it('are said where the conversation cannot say which channel it is', async () => {
    const held = await hold((talk) => talk.end('Bye'), {
      words: { failed: longOf('failed') },
      channel: () => {
        throw new Error('no such till')
      },
    })
    expect((await held.phone().dial('*713#')).text).toMatch(/^failed o "long" .*\.\.\.$/)
    expect((await held.user().dial()).text).toBe(longOf('failed'))
  })

  it('speak of no dialling where nothing is dialled, also if the options give our own words', async () => {
    const held = await hold(async (talk) => talk.end(await talk.ask('Name?', text())), {
      words: { ended: defaultScreens.ended },
    })
    const user = held.user()
    await user.dial()
    await user.hangUp()
    expect((await user.push('Response', 'x')).text).toBe('This has ended. Please start again.')
  })

  it('are reviewed at the desk where they are those of the registration, and not where the conversation has its own', async () => {
    const held = await hold(
      (talk) => talk.end('Bye'),
      { rehearse: true, words: { failed: 'Sorry' } },
      { screens: { waiting: 'wait '.repeat(50), failed: 'fail '.repeat(50) } },
    )
    await held.phone().dial('*713#')
    expect(held.lines.all().filter((line) => 'fix' in line)).toEqual([
      expect.objectContaining({ problem: 'shortened', step: 'screens.waiting of conversation' }),
    ])
  })
})

/** What a registration that was given one long screen says, in the conversation, where that has no word for it. */
async function saidOf(textOf: (name: string) => string, name: keyof Screens): Promise<string> {
  const held = memoryWorld()
  const { release, script } = failing()
  const app = await held.start(script, { screens: { [name]: textOf(name) }, budget: 3_000 })
  const caller = app.phone()
  await caller.dial('*713#')
  if (name === 'unknownType') return (await caller.push('Odd', 'x')).text
  if (name === 'waiting') {
    const waiting = caller.reply('wait').run()
    await release.begun.promise
    held.clock.advance(wait)
    return (await waiting).text
  }
  const failed = await caller.reply('fail')
  return name === 'failed' ? failed.text : (await caller.push('Response', 'again')).text
}

/** A conversation that comes to each of those screens. */
function failing() {
  const release = { ...Promise.withResolvers<void>(), begun: Promise.withResolvers<void>(), waiting: 0 }
  const script: Script = async (talk) => {
    const wish = await talk.ask('A', text({ check: (answer) => answer !== 'wrong', tries: 1 }))
    if (wish === 'wait')
      await talk.load('slow', () => {
        release.waiting += 1
        release.begun.resolve()
        return release.promise
      })
    if (wish === 'free') throw new Error('no stock')
    await talk.once('order', () => {
      if (wish === 'doubt') throw Object.assign(new Error('lost'), { isUncertain: true })
      return 1
    })
    if (wish === 'wait') return talk.end('ok')
    throw new Error('no stock')
  }
  return { release, script }
}

/** Each screen beside the script, in the order of their names. */
async function allOf(
  held: Instance,
  { clock }: World,
  release: ReturnType<typeof failing>['release'],
): Promise<Screen[]> {
  const callers = Array.from({ length: 6 }, (_, at) => held.phone(`+23300000010${at}`))
  const [failing, free, doubt, wrong, ...slow] = callers
  if (failing === undefined || free === undefined || doubt === undefined || wrong === undefined)
    throw new Error('no phones')
  const failed = await failing.dial('*713#').reply('fail')
  const ended = await failing.push('Response', 'again')
  const nothingPaid = await free.dial('*713#').reply('free')
  const unknown = await doubt.dial('*713#').reply('doubt')
  const tooOften = await wrong.dial('*713#').reply('wrong')
  const waiting = slow.map((caller) => caller.dial('*713#').reply('wait').run())
  await expect.poll(() => release.waiting).toBe(2)
  const busy = await held.phone('+233000000200').dial('*713#')
  clock.advance(wait)
  const [shown] = await Promise.all(waiting)
  release.resolve()
  await held.app.merchant.stop('ussd', { by: 'Ama', reason: 'no stock' })
  const paused = await held.phone('+233000000201').dial('*713#')
  if (shown === undefined) throw new Error('nobody waited')
  return [shown, failed, nothingPaid, busy, ended, paused, unknown, tooOften]
}
