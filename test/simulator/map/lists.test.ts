import { expect, test } from 'vitest'
import { type MapOptions, mapApplication as mapInTime, type SimulatedApp } from '../../../src/simulator/index.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

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
  expect(map.bounds).toMatchObject({ met: [], notWalked: [] })
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

test('a list that begins again is walked once, though its numbers change while it is read', async () => {
  let left = 1_000
  const pages = [
    ['Rice', 'Oil'],
    ['Soap', 'Milk'],
    ['Tea', 'Salt'],
  ]
  const app = await open(async (talk) => talk.end('Not a phone'), {
    ussd: (push, turn) => {
      if (push.type !== 'initiation' && push.message !== '99') return turn.end('You took one')
      const page = push.message === '99' ? (Number(push.clientState) + 1) % pages.length : 0
      const lines = (pages[page] ?? []).map((name, at) => {
        left -= 1
        return `${at + 1}. ${name}, ${left} left`
      })
      return turn.prompt(['Shop', ...lines, '99 More'].join('\n'), { clientState: String(page) })
    },
  })
  const { screens, bounds } = await mapPhones(app)
  expect(screens.map(({ id, pages: { ussd } }) => `${id}: ${ussd}`)).toEqual(['shop: 3', 'you-took-one: 1'])
  expect(bounds).toMatchObject({ met: [], notWalked: [{ screen: 'shop', answer: 'More' }] })
  expect(bounds.pushes).toBeLessThan(60)
})
