import { describe, expect } from 'vitest'
import { conversation, type Script, text } from '../../src/conversation/index.ts'
import { phone as phoneOf } from '../../src/testing/index.ts'
import { dealt } from '../store/dealt.ts'
import { everyWorld } from './every-world.ts'
import { worldsByClock } from './world.ts'

const asksToGoOn = 'You did not finish. Continue?\n1. Continue\n2. Start again'

const order: Script = async (talk) => {
  const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
  const name = await talk.ask('Name?', text())
  const street = await talk.ask('Street?', text())
  return talk.end(`${meal} for ${name}, ${street}`)
}

describe.each(dealt(worldsByClock))('Who was cut off and dials again, %s,', (_name, world, it) => {
  it('is asked within the time that the conversation sets, and not after', async () => {
    const { start, clock } = world()
    const { phone } = await start(order, { talk: { resumeWithin: 60_000 } })
    const caller = phone()
    await caller.dial('*713#').reply('1').timeout()
    clock.advance(59_999)
    await caller.dial('*713#').expectScreen(asksToGoOn)
    clock.advance(60_000)
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('is asked for ten minutes where nothing is set, although the session itself is forgotten before', async () => {
    const { start, clock } = world()
    const { phone } = await start(order)
    const caller = phone()
    await caller.dial('*713#').reply('1').timeout()
    clock.advance(599_999)
    await caller.dial('*713#').expectScreen(asksToGoOn)
    await caller.timeout()
    clock.advance(600_000)
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })
})

describe.each(dealt(everyWorld))('Who was cut off and dials again, %s', (_name, world, it) => {
  it('is asked whether to go on, and goes on with everything that was answered', async () => {
    const { phone } = await world().start(order)
    await phone()
      .dial('*713#')
      .reply('1')
      .reply('Ama')
      .timeout()
      .dial('*713#')
      .expectScreen(asksToGoOn)
      .reply('1')
      .expectScreen(/^Street\?/)
      .reply('High Street')
      .expectScreen('Rice for Ama, High Street')
  })

  it('is asked after they hung up, and after the line was lost without a word', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller.dial('*713#').reply('1').hangUp().dial('*713#').expectScreen(asksToGoOn)
    await caller
      .dial('*713#')
      .expectScreen(asksToGoOn)
      .reply('1')
      .expectScreen(/^Name\?/)
    await caller.dial('*713#').expectScreen(asksToGoOn)
  })

  it('may start again, which forgets what was answered', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .timeout()
      .dial('*713#')
      .reply('2')
      .expectScreen(/^Meal\?/)
    await caller.timeout()
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('has started again who went home', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .reply('Ama')
      .reply('00')
      .expectScreen(/^Meal\?/)
    await caller.timeout()
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('is asked again where the answer is neither, and not for ever: then the next dial asks it', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller
      .dial('*713#')
      .reply('1')
      .timeout()
      .dial('*713#')
      .reply('7')
      .expectScreen(`Reply with a number from the list.\n${asksToGoOn}`)
      .reply('8')
      .reply('9')
      .expectScreen(({ text, type }) => text === 'Too many tries. Please dial again.' && type === 'release')
    for (let dials = 0; dials < 2; dials++) {
      await caller
        .dial('*713#')
        .expectScreen(asksToGoOn)
        .reply('7')
        .reply('8')
        .expectScreen(`Reply with a number from the list.\n${asksToGoOn}`)
        .reply('9')
        .expectScreen('Too many tries. Please dial again.')
    }
    await caller
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Name\?/)
  })

  it('goes on without being asked where the conversation says so', async () => {
    const { phone } = await world().start(order, { talk: { resume: 'continue' } })
    await phone()
      .dial('*713#')
      .reply('1')
      .timeout()
      .dial('*713#')
      .expectScreen(/^Name\?/)
  })

  it('starts again where the conversation says so', async () => {
    const { phone } = await world().start(order, { talk: { resume: 'never' } })
    await phone()
      .dial('*713#')
      .reply('1')
      .timeout()
      .dial('*713#')
      .expectScreen(/^Meal\?/)
  })

  it('starts again with answers that are dialled with the code', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller.dial('*713#').reply('1').timeout()
    await caller
      .dial('*713*2#')
      .expectScreen(/^Name\?/)
      .reply('Kofi')
      .expectScreen(/^Street\?/)
    await caller.reply('Low Street').expectScreen('Beans for Kofi, Low Street')
  })

  it('starts again after the end, and where nothing had been answered', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller
      .dial('*713#')
      .timeout()
      .dial('*713#')
      .expectScreen(/^Meal\?/)
    await caller.reply('1').reply('Ama').reply('High Street').expectScreen('Rice for Ama, High Street')
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('starts again after the end of what was gone on with', async () => {
    const { phone } = await world().start(order)
    const caller = phone()
    await caller.dial('*713#').reply('1').reply('Ama').timeout()
    await caller.dial('*713#').reply('1').reply('High Street').expectScreen('Rice for Ama, High Street')
    await caller.dial('*713#').expectScreen(/^Meal\?/)
  })

  it('ends the session before, which nobody goes on with twice', async () => {
    const { phone } = await world().start(order)
    const [before, after] = [phone(), phone()]
    await before.dial('*713#').reply('1')
    await after
      .dial('*713#')
      .reply('1')
      .expectScreen(/^Name\?/)
    await before.reply('Kofi').expectScreen('This has ended. Please dial again.')
    await after.reply('Ama').expectScreen(/^Street\?/)
  })

  it('is somebody at the same service: neither another phone nor another code', async () => {
    const { phone } = await world().start(order)
    await phone().dial('*713#').reply('1').timeout()
    await phone('+233000000001')
      .dial('*713#')
      .expectScreen(/^Meal\?/)
    await phone()
      .dial('*714#')
      .expectScreen(/^Meal\?/)
    await phone().dial('*713#').expectScreen(asksToGoOn)
  })

  it('is the same where a number says no country, and nobody where the text is plainly no number', async () => {
    const { phone } = await world().start(order)
    await phone('0100000001').dial('*713#').reply('1').timeout()
    await phone('0100000001 ').dial('*713#').expectScreen(asksToGoOn)
    for (const anybody of ['unknown', '0', '-', '+', 'null', '0000000000', 'subscriber-7']) {
      await phone(anybody).dial('*713#').reply('1').timeout()
      await phone(anybody)
        .dial('*713#')
        .expectScreen(/^Meal\?/)
    }
  })

  it('is nobody where the push names no phone', async () => {
    const { phone } = await world().start(order)
    await phone(' ').dial('*713#').reply('1').timeout()
    await phone(' ')
      .dial('*713#')
      .expectScreen(/^Meal\?/)
  })

  it('keeps the name of the conversation, and what was read and done', async () => {
    const ids: string[] = []
    let [read, done] = [0, 0]
    const { phone } = await world().start(async (talk) => {
      ids.push(talk.id)
      await talk.load('price', () => ++read)
      await talk.once('order', () => ++done)
      await talk.show('Good')
      return talk.end('Goodbye')
    })
    await phone().dial('*713#').timeout().dial('*713#').reply('1').expectScreen(/^Good/).reply('1')
    expect(new Set(ids).size).toBe(1)
    expect([read, done]).toEqual([1, 1])
  })

  it('is not asked on rich channels, where two sessions of one user may be open at once', async () => {
    const { app } = await world().start(order, { programmable: conversation(order) })
    const user = () => phoneOf(app, { kind: 'programmable', mobile: 'user-7', operator: 'webstore' })
    const [one, other] = [user(), user()]
    await one.dial().reply('Rice')
    await other.dial().expectScreen('Meal?')
    await one.reply('Ama').expectScreen('Street?')
  })
})
