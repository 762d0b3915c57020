import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { conversation, englishWords, frenchWords, type Script, text, type Words } from '../../src/conversation/index.ts'
import { phone, type Screen } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { hold } from './hold.ts'
import { type InstanceOptions, keptWorld, memoryWorld, type World, worlds } from './world.ts'

const wait = 6_000
const gone = 50_000

describe.each(dealt(worlds))('screens beside the script, %s', (_, world, it) => {
  it('wait and fail in the words that the session spoke last', async () => {
    const { clock, caller, french } = await callIn(world())
    const waiting = caller.reply('slow').run()
    await french.reached.promise
    clock.advance(wait)
    expect((await waiting).text).toBe(frenchWords.waiting)
    clock.advance(gone)
    await setImmediate()
    expect((await caller.reply('1')).text).toBe(frenchWords.failed)
  })

  it('end in them, also when the conversation is over', async () => {
    const { caller } = await callIn(world())
    expect((await caller.reply('bye')).type).toBe('release')
    expect((await caller.push('Response', 'again')).text).toBe(frenchWords.ended)
  })

  it('fail in them where the script throws', async () => {
    const { caller } = await callIn(world())
    expect((await caller.reply('throw')).text).toBe(frenchWords.nothingPaid)
  })

  it('are busy in them where every other session is at work', async () => {
    const { caller, app, clock, french } = await callIn(world(), { sessions: { max: 2 } })
    const working: Promise<Screen>[] = []
    for (const mobile of ['+233000000001', '+233000000002']) {
      const other = app.phone(mobile)
      await other.dial('*713#').reply('2')
      working.push(other.reply('slow').run())
    }
    await expect.poll(() => french.reading).toBe(2)
    expect(await caller.reply('bye')).toMatchObject({ type: 'release', text: frenchWords.busy })
    expect((await app.phone('+233000000003').dial('*713#')).text).toBe(englishWords.busy)
    clock.advance(wait)
    for (const { text: shown } of await Promise.all(working)) expect(shown).toBe(englishWords.waiting)
  })

  it('are those of the registration for whoever has chosen nothing, and for the next caller', async () => {
    const { caller, app } = await callIn(world())
    await caller.reply('bye')
    const other = app.phone('+233000000001')
    await other.dial('*713#').reply('2')
    expect((await other.reply('throw')).text).toBe('Call us')
    const third = app.phone('+233000000002')
    await third.dial('*713#').reply('3')
    expect((await third.reply('throw')).text).toBe(englishWords.nothingPaid)
  })
})

describe('screens beside the script', () => {
  it('are known to a process that comes after, from the record', async () => {
    const world = keptWorld()
    const { caller, app } = await callIn(world)
    await app.kill()
    const next = await world.start(script(held()), {})
    expect((await caller.moveTo(next.app).reply('throw')).text).toBe(frenchWords.nothingPaid)
  })

  it('fit on a phone, in its letters', async () => {
    const world = memoryWorld()
    const slow = slowWith({ waiting: `Tw\u0254n kakra ${'mesr\u025b wo '.repeat(30)}` })
    const { phone: phoneOf } = await world.start(slow.script)
    const waiting = phoneOf().dial('*713#').run()
    await slow.reached.promise
    world.clock.advance(wait)
    const { text: shown } = await waiting
    expect(shown).toMatch(/^Twon kakra mesre wo .*\.\.\.$/)
    expect(shown.length).toBeLessThanOrEqual(160)
  })

  it.each([
    [
      'English',
      englishWords,
      ['Please choose one of these.', 'Sorry, something went wrong. Nothing was paid. Please start again.'],
    ],
    ['French', frenchWords, ['Choisissez dans la liste.', frenchWords.nothingPaid]],
    ['words of your own', { choice: 'Pick one. Dial again.' }, ['Pick one. Dial again.', 'Please start again.']],
  ])('speak of no dialling where nothing is dialled, also after talk.speak, in %s', async (_words, words, lines) => {
    const script: Script = async (talk) => {
      talk.speak(words)
      await talk.choose('Shop', ['Rice', 'Oil'])
      throw new Error('no stock')
    }
    for (const settings of [{}, { words }]) {
      const { user } = await hold(script, settings)
      const [choice = '', failed = ''] = lines
      const caller = user()
      await caller.dial()
      expect((await caller.reply('zz')).text).toContain(choice)
      expect((await caller.reply('1')).text).toContain(failed)
    }
  })

  it('are whole on a channel that has room, and say nothing of dialling', async () => {
    const world = memoryWorld()
    const long = `Please wait ${'a little longer '.repeat(20)}`
    const slow = slowWith({ waiting: long })
    const { app } = await world.start(slow.script, { programmable: conversation(slow.script) })
    const user = phone(app, { kind: 'programmable', mobile: 'user-7', operator: 'webstore' })
    const waiting = user.dial().run()
    await slow.reached.promise
    world.clock.advance(wait)
    expect((await waiting).text).toBe(long)
    await user.hangUp()
    expect((await user.push('Response', '1')).text).toBe('This has ended. Please start again.')
  })

  it('are the words of the conversation, from its first turn on, where it was given some', async () => {
    const held = await hold(() => Promise.reject(new Error('broken')), { words: { failed: 'Sorry. Call 030.' } })
    expect((await held.phone().dial('*713#')).text).toBe('Sorry. Call 030.')
  })

  it('may be of many languages', async () => {
    const held = await memoryWorld().start(async (talk) => {
      const language = await talk.ask('Language?', text())
      talk.speak({ failed: `Sorry, ${language}` })
      await talk.ask('Name?', text())
      throw new Error('broken')
    })
    for (let language = 0; language < 70; language++) {
      const caller = held.phone(`+23300000${1000 + language}`)
      await caller.dial('*713#').reply(`${language}`)
      expect((await caller.reply('x')).text).toBe(`Sorry, ${language}`)
    }
  })
})

function slowWith(words: Partial<Words>) {
  const reached = Promise.withResolvers<void>()
  const slow: Script = async (talk) => {
    talk.speak(words)
    return talk.load('slow', () => {
      reached.resolve()
      return new Promise<never>(() => undefined)
    })
  }
  return { reached, script: slow }
}

interface Slow {
  readonly reached: PromiseWithResolvers<void>
  /** How many subscribers wait for what is read. */
  reading: number
}

function held(): Slow {
  return { reached: Promise.withResolvers(), reading: 0 }
}

function script(slow: Slow): Script {
  return async (talk) => {
    const language = await talk.choose('Language', ['French', 'English', 'English of ours'])
    if (language === 'French') talk.speak(frenchWords)
    if (language === 'English of ours') talk.speak(englishWords)
    const wish = await talk.ask('Wish?', text())
    if (wish === 'throw') throw new Error('broken')
    if (wish === 'bye') return talk.end('Au revoir')
    return talk.load('slow', () => {
      slow.reading += 1
      slow.reached.resolve()
      return new Promise<never>(() => undefined)
    })
  }
}

async function callIn(world: World, options: InstanceOptions = {}) {
  const french = held()
  const app = await world.start(script(french), { screens: { failed: 'Call us' }, ...options })
  const caller = app.phone()
  await caller.dial('*713#').reply('1')
  return { clock: world.clock, caller, app, french }
}

describe('a script that fails', () => {
  const fail = () => Promise.reject(new Error('broken'))

  it('says that nothing was paid where nothing was begun, and not where something was', async () => {
    const script: Script = async (talk) => {
      const wish = await talk.ask('Wish?', text())
      if (wish === 'order') await talk.once('order', () => 'o1')
      return fail()
    }
    const held = await hold(script)
    expect((await held.phone().dial('*713#').reply('x')).text).toBe(englishWords.nothingPaid)
    expect((await held.user().dial().reply('x')).text).toMatch(/Nothing was paid\. Please start again\.$/)
    const ordered = await hold(script)
    expect((await ordered.phone().dial('*713#').reply('order')).text).toBe(englishWords.failed)
  })

  it.each([
    ['its failed screen', { failed: 'Call 030' }, undefined, 'Call 030'],
    ['its own line', { failed: 'Call 030', nothingPaid: 'No money was taken' }, undefined, 'No money was taken'],
    ['the failed screen of the registration', {}, { failed: 'Call us' }, 'Call us'],
    ['its own line before that', { nothingPaid: 'No money was taken' }, { failed: 'Call us' }, 'No money was taken'],
  ])('says %s where it has one', async (_, words, screens, expected) => {
    const given = await hold(fail, { words }, { screens })
    expect((await given.phone().dial('*713#')).text).toBe(expected)
    const spoken = await hold(
      (talk) => {
        talk.speak(words)
        return fail()
      },
      {},
      { screens },
    )
    expect((await spoken.phone().dial('*713#')).text).toBe(expected)
  })
})
