import { describe, expect, it } from 'vitest'
import type { Script } from '../../src/conversation/index.ts'
import { post } from '../http/app.ts'
import { dealt } from '../store/dealt.ts'
import { memoryWorld, type World, worlds } from './world.ts'

/** A shop that reads its price before each order, and every order that was made; a test holds up one of the readings. */
function shop() {
  const keys: string[] = []
  const reading = { isHeld: false, begun: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() }
  const script: Script = async (talk) => {
    const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
    await talk.load('price', async () => {
      if (!reading.isHeld) return 5
      reading.isHeld = false
      reading.begun.resolve()
      await reading.goOn.promise
      return 5
    })
    const number = await talk.once('order', (key) => keys.push(key))
    return talk.end(`Order o${number}: ${meal}`)
  }
  return { keys, reading, script }
}

async function twoSessions(world: World) {
  const sold = shop()
  const { app, phone } = await world.start(sold.script)
  const older = phone()
  await older.dial('*713#').expectScreen(/^Meal\?/)
  sold.reading.isHeld = true
  const newer = phone()
  const dialling = newer.dial('*713*1#').run()
  await sold.reading.begun.promise
  const leave = () =>
    post(app, '/ussd', {
      Mobile: '+233000000000',
      SessionId: older.sessionId,
      ServiceCode: '713',
      Type: 'Timeout',
      Message: '',
      Sequence: 9,
    })
  return { ...sold, older, newer, dialling, leave }
}

describe.each(dealt(worlds))(
  'A session that is dialled through to an order, and reads slowly before it, %s',
  (_name, world, it) => {
    it('tells of the order that the session before has made meanwhile, and makes none', async () => {
      const { older, newer, dialling, reading, keys } = await twoSessions(world())
      await older.reply('2').expectScreen('Order o1: Beans')
      reading.goOn.resolve()
      await dialling
      await newer.expectScreen('Order o1: Beans')
      expect(keys).toHaveLength(1)
    })

    it('does so too where the service has told that the session before is over', async () => {
      const { older, newer, dialling, reading, keys, leave } = await twoSessions(world())
      await older.reply('2').expectScreen('Order o1: Beans')
      await leave()
      reading.goOn.resolve()
      await dialling
      await newer.expectScreen('Order o1: Beans')
      expect(keys).toHaveLength(1)
    })

    it('makes its order where the session before made none', async () => {
      const { newer, dialling, reading, keys, leave } = await twoSessions(world())
      await leave()
      reading.goOn.resolve()
      await dialling
      await newer.expectScreen('Order o1: Rice')
      expect(keys).toHaveLength(1)
    })

    it('looks at each effect of its turn, and is not stopped by what it did itself', async () => {
      const done: string[] = []
      const { phone } = await world().start(async (talk) => {
        await talk.choose('Meal?', ['Rice', 'Beans'])
        for (const name of ['order', 'receipt', 'note']) await talk.once(name, () => done.push(name))
        return talk.end(done.join(', '))
      })
      await phone()
        .dial('*713#')
        .expectScreen(/^Meal\?/)
      await phone().dial('*713*1#').expectScreen('order, receipt, note')
    })
  },
)

it('In memory, a session whose first screen comes after the order of the one before tells of it before it makes another', async () => {
  const keys: string[] = []
  const gate = { isShut: false, reached: Promise.withResolvers<void>(), opened: Promise.withResolvers<void>() }
  const { phone } = await memoryWorld().start(async (talk) => {
    if (gate.isShut) {
      gate.isShut = false
      gate.reached.resolve()
      await gate.opened.promise
    }
    await talk.choose('Meal?', ['Rice', 'Beans'])
    const number = await talk.once('order', (key) => keys.push(key))
    return talk.end(`Order o${number}`)
  })
  const [older, newer] = [phone(), phone()]
  await older.dial('*713#').expectScreen(/^Meal\?/)
  gate.isShut = true
  const dialling = newer.dial('*713#').run()
  await gate.reached.promise
  await older.reply('2').expectScreen('Order o1')
  gate.opened.resolve()
  await dialling
  await newer
    .expectScreen(/^Meal\?/)
    .reply('1')
    .expectScreen('Order o1')
  await phone()
    .dial('*713#')
    .expectScreen(/^Meal\?/)
  expect(keys).toHaveLength(1)
})
