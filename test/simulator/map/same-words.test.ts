import { expect, test } from 'vitest'
import { text, whole } from '../../../src/conversation/index.ts'
import { type MapOptions, mapApplication as mapInTime, type SimulatedApp } from '../../../src/simulator/index.ts'
import { WalkedScreens } from '../../../src/simulator/map/walked.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

test('a question with the words of another one is walked too, and drawn beside it where its answers lead elsewhere', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      const wish = await talk.choose('Bank', ['Send', 'Withdraw', 'Airtime'])
      const sum = await talk.ask('How much?', whole({ min: 1, max: 100 }))
      if (wish === 'Airtime') throw new Error('airtime is broken')
      return talk.end(wish === 'Send' ? `You sent ${sum}` : `Take your ${sum} at the desk`)
    }),
  )
  expect(map.screens.map(({ id, kind }) => `${id}: ${kind}`)).toEqual([
    'bank: choice',
    'how-much: input',
    'you-sent: end',
    'take-your-at-the-desk: end',
    expect.stringMatching(/^sorry-something-went-wrong.*: end$/),
    'how-much-2: input',
    'how-much-3: input',
  ])
  const arrows = Object.fromEntries(
    map.screens.map(({ id, answers }) => [id, answers.map(({ answer, to }) => `${answer}: ${to}`)]),
  )
  expect(arrows.bank).toEqual(['Send: how-much', 'Withdraw: how-much-2', 'Airtime: how-much-3'])
  expect(arrows['how-much-2']).toContain('any answer: take-your-at-the-desk')
  expect(map.findings).toEqual([])
  // What a phone shows is any of them.
  expect(new WalkedScreens(map).find('How much?\n0 Back')).toEqual(['how-much', 'how-much-2', 'how-much-3'])
  expect(map.bounds).toMatchObject({ met: [], notWalked: 0 })
})

test('what stands several questions behind the same words is found', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      const wish = await talk.choose('Bank', ['Send', 'Withdraw'])
      await talk.ask('How much?', whole({ min: 1, max: 100 }))
      await talk.ask('Your name?', text())
      if (!(await talk.confirm('Sure?'))) return talk.end('Nothing was done')
      return talk.end(wish === 'Send' ? 'Sent' : 'Come to the desk')
    }),
  )
  expect(map.screens.map(({ id }) => id)).toContain('come-to-the-desk')
  expect(map.bounds).toMatchObject({ met: [], notWalked: 0 })
})

test('a menu that is asked again after a choice may have become another one', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      for (let items = 0; items < 3; items += 1) {
        const wish = await talk.choose('The shop', ['Add one', 'Check out'], { id: `round-${items}` })
        if (wish === 'Check out') return talk.end(items === 0 ? 'Your basket is empty' : 'Thank you')
      }
      return talk.end('The basket is full')
    }),
  )
  expect(map.screens.map(({ id }) => id)).toEqual([
    'the-shop',
    'your-basket-is-empty',
    'thank-you',
    'the-basket-is-full',
    'the-shop-2',
  ])
  expect(map.screens[0]?.answers.map(({ answer, to }) => `${answer}: ${to}`)).toContain('Add one: the-shop-2')
})

test('what looks like a screen that was walked by several ways is counted, and a menu without end comes to one', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      for (let round = 0; ; round += 1)
        await talk.choose(`Round ${round}`, ['Again', 'Once more'], { id: `round-${round}` })
    }),
  )
  expect(map.screens.map(({ id }) => id)).toEqual(['round'])
  expect(map.bounds).toMatchObject({ met: [], notWalked: expect.any(Number) })
  expect(map.bounds.notWalked).toBeGreaterThan(0)
  expect(map.bounds.pushes).toBeLessThan(300)
})

test('each page of a list whose options differ in numbers alone is walked', async () => {
  const rooms = Array.from({ length: 40 }, (_, at) => `Room ${101 + at}`)
  const map = await mapPhones(
    await open(async (talk) => {
      const room = await talk.choose('Which room?', rooms)
      return talk.end(room === 'Room 139' ? 'A very special offer awaits' : `You took ${room}`)
    }),
  )
  expect(map.screens.map(({ id, pages }) => `${id}: ${pages.ussd}`)).toEqual([
    'which-room: 4',
    'you-took: 1',
    'a-very-special-offer-awaits: 1',
  ])
  expect(map.bounds).toMatchObject({ met: [], notWalked: 0 })
})

test('a list without end is bounded by the answers in a row', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      await talk.choose(
        'Which row?',
        Array.from({ length: 200 }, (_, at) => `Row ${at}`),
      )
      return talk.end('Done')
    }),
    { depth: 4 },
  )
  expect(map.bounds.met).toEqual(['depth'])
  expect(map.screens[0]?.pages.ussd).toBe(5)
})
