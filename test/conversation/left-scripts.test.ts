import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Script, type Talk, text } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

const steps: readonly (readonly [string, (talk: Talk) => Promise<unknown>])[] = [
  ['asks', (talk) => talk.ask('Your name?', text())],
  ['lets choose', (talk) => talk.choose('Shop', ['Rice'])],
  ['asks for a yes or a no', (talk) => talk.confirm('Sure?')],
  ['shows', (talk) => talk.show('Hello')],
  ['reads', (talk) => talk.load('price', () => Promise.reject(new Error('must not be read')))],
  ['does something', (talk) => talk.once('order', () => Promise.reject(new Error('must not be done')))],
]

describe('a script whose subscriber has left while it waited for something of its own', () => {
  it.each(steps)('%s no more', async (_what, step) => {
    const arrived = Promise.withResolvers<void>()
    const weather = Promise.withResolvers<void>()
    const wentOn: string[] = []
    const held = await hold(async (talk) => {
      arrived.resolve()
      await weather.promise
      wentOn.push('to the step')
      await step(talk).catch(() => wentOn.push('past it'))
      wentOn.push('past it')
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    const dialled = caller.dial('*713#').run()
    await arrived.promise
    await caller.timeout()
    weather.resolve()
    await dialled
    await held.app.close()
    expect(wentOn).toEqual(['to the step'])
  })

  it('fails no more', async () => {
    const arrived = Promise.withResolvers<void>()
    const weather = Promise.withResolvers<void>()
    const held = await hold(async (talk) => {
      arrived.resolve()
      await weather.promise
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    const dialled = caller.dial('*713#').run()
    await arrived.promise
    await caller.hangUp()
    weather.reject(new Error('no weather today'))
    await dialled
    await held.app.close()
    expect(held.lines.saying('the handler of a turn failed')).toEqual([])
    expect(held.lines.text()).toContain('no weather today')
  })
})

const failed = 'Sorry, something went wrong. Try later.'
const nothingPaid = 'Sorry, something went wrong. Nothing was paid. Please dial again.'

describe('a script that forgets to await', () => {
  it.each<readonly [string, Script]>([
    [
      'talk.show',
      async (talk) => {
        talk.show('Your order is ready.')
        return talk.end('Goodbye')
      },
    ],
    [
      'talk.confirm',
      async (talk) => {
        // A promise is always true: without this the answer would not matter.
        const isSure: unknown = talk.confirm('Pay 60?')
        return isSure ? talk.end('Paid') : talk.end('Cancelled')
      },
    ],
    [
      "talk.once('order')",
      async (talk) => {
        talk.once('order', () => ordered.push('rice'))
        return talk.end('Ordered')
      },
    ],
  ])('%s fails its turn, does nothing, and the log says what to write', async (step, script) => {
    const held = await hold(script)
    await held.phone().dial('*713#').expectScreen(nothingPaid)
    const [line] = held.lines.saying('the handler of a turn failed')
    expect(line?.err).toMatchObject({ message: expect.stringContaining(`${step} is not over: write await ${step}`) })
    expect(ordered).toEqual([])
  })

  it('is told at its next step, if it takes one', async () => {
    const held = await hold(async (talk) => {
      talk.show('Good')
      return talk.end(await talk.ask('Your name?', text()))
    })
    await held.phone().dial('*713#').expectScreen(nothingPaid)
    expect(held.lines.text()).toContain('talk.ask: talk.show is not over: write await talk.show')
  })

  it('is told where its next step was answered before it was deployed', async () => {
    let forgets = false
    const held = await hold(async (talk) => {
      if (forgets) talk.load('price', () => 5)
      const name = await talk.ask('Your name?', text())
      return talk.end(`${name}, ${await talk.ask('Your town?', text())}`)
    })
    const caller = held.phone()
    await caller.dial('*713#').reply('Ama')
    forgets = true
    await caller.reply('Accra').expectScreen(nothingPaid)
    expect(held.lines.text()).toContain("talk.ask: talk.load('price') is not over: write await talk.load('price')")
  })

  it('may take a step and wait for it later', async () => {
    const held = await hold(async (talk) => {
      const name = talk.ask('Your name?', text())
      await Promise.resolve()
      return talk.end(await name)
    })
    await held.phone().dial('*713#').reply('Ama').expectScreen('Ama')
  })
})

const ordered: string[] = []

describe('a script that is left at a question', () => {
  it('does not run what stands behind it, not even where it catches and tidies up', async () => {
    const ran: string[] = []
    const held = await hold(async (talk) => {
      try {
        ran.push('asked')
        await talk.ask('Your name?', text())
        ran.push('answered')
      } catch {
        ran.push('caught')
      } finally {
        ran.push('tidied up')
      }
      return talk.end('Goodbye')
    })
    const caller = held.phone()
    await caller.dial('*713#')
    expect(ran).toEqual(['asked'])
    await caller.reply('Ama')
    expect(ran).toEqual(['asked', 'asked', 'answered', 'tidied up'])
  })

  it.each<readonly [string, (talk: Talk) => ReturnType<Script>]>([
    ['ends', (talk) => talk.end('Too late')],
    [
      'throws',
      () => {
        throw new Error('too late')
      },
    ],
  ])(
    'and %s although it was, since it did not wait for that alone, goes on in no other turn of its session',
    async (_how, goOn) => {
      const later = Promise.withResolvers<void>()
      const wentOn = Promise.withResolvers<void>()
      const held = await hold(async (talk) => {
        await Promise.race([talk.ask('Your name?', text()), later.promise])
        wentOn.resolve()
        return goOn(talk)
      })
      const caller = held.phone()
      await caller.dial('*713#').expectScreen('Your name?')
      later.resolve()
      await wentOn.promise
      await setImmediate()
      const [line, ...others] = held.lines.saying('a script went on while its screen was out')
      expect(line?.err).toMatchObject({ message: expect.stringContaining('write await talk.ask') })
      expect(others).toEqual([])
      expect(held.lines.saying('the handler of a turn failed')).toEqual([])
      await caller.reply('Ama').expectScreen(failed)
      const told = held.lines.saying('the handler of a turn failed')
      expect(told.map(({ err }) => err)).toMatchObject([{ code: 'FMW_TALK_STEP' }])
    },
  )
})
