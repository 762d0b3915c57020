import { expect, test } from 'vitest'
import { describeMap } from '../../../src/cli/explore/map.ts'
import {
  differencesOf,
  type MapOptions,
  mapApplication as mapInTime,
  mermaidOf,
  type SimulatedApp,
} from '../../../src/simulator/index.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

/** Each service asks for a PIN in the same words; the last one alone has money behind it. */
function services(count: number) {
  return open(async (talk) => {
    const names = Array.from({ length: count }, (_, at) => `Service ${'abcdefghijklmnopqrstuvwxyz'.charAt(at)}`)
    const wish = await talk.choose('Bank', names)
    if (!(await talk.confirm('Sure?'))) return talk.end('Cancelled')
    return talk.end(wish === names.at(-1) ? 'You have 5.00' : 'Thank you')
  })
}

test('a bank of 20 services that ask the same question is walked whole', async () => {
  const { screens, bounds } = await mapPhones(await services(20))
  expect(screens.map(({ id }) => id)).toContain('sure-service-t')
  expect(screens.map(({ id }) => id)).toContain('you-have')
  expect(bounds).toMatchObject({ met: [], notWalked: [] })
})

test('an answer that leads to a place that was not walked is marked, and named', async () => {
  const map = await mapPhones(await services(26))
  const marked = map.screens[0]?.answers.filter(({ notWalked }) => notWalked === true)
  expect(marked?.map(({ answer, to }) => `${answer}: ${to}`)).toEqual(['Service y: sure', 'Service z: sure'])
  expect(map.bounds.notWalked).toEqual([
    { screen: 'bank', answer: 'Service y' },
    { screen: 'bank', answer: 'Service z' },
  ])
  expect(mermaidOf(map)).toContain('  s-bank -.->|"Service y, Service z"| s-sure')
  const told = describeMap(map, 200)
  expect(told).toMatch(/^bank .* sure\?$/m)
  expect(told).toContain('were not walked again behind Service y at bank, Service z at bank.')
})

test('a menu that comes again is known: its answers are named, and not marked', async () => {
  const { screens, bounds } = await mapPhones(
    await open(async (talk) => {
      for (let round = 0; ; round += 1) {
        await talk.choose('The shop', ['Add'], { id: `shop-${round}` })
        await talk.choose('Which bread?', ['White', 'Brown'], { id: `bread-${round}` })
      }
    }),
  )
  expect(screens.map(({ id }) => id)).toEqual(['the-shop', 'which-bread'])
  expect(screens.flatMap(({ answers }) => answers).filter(({ notWalked }) => notWalked === true)).toEqual([])
  expect(bounds.notWalked.length).toBeGreaterThan(0)
})

test('what was not walked again in one of two maps is a difference', async () => {
  const shop = (rounds: number) =>
    open(async (talk) => {
      for (let round = 0; round < rounds; round += 1) await talk.choose('Round', ['Again'], { id: `round-${round}` })
      return talk.end('Over')
    })
  const [before, after] = [await mapPhones(await shop(2)), await mapPhones(await shop(2))]
  expect(differencesOf(before, after)).toEqual([])
  const bounds = { ...after.bounds, notWalked: [{ screen: 'round', answer: 'Again' }] }
  expect(differencesOf(before, { ...after, bounds })).toEqual([
    "round: what is behind 'Again' was not walked again (new)",
  ])
  expect(differencesOf({ ...before, bounds }, after)).toEqual([
    "round: what is behind 'Again' was not walked again (gone)",
  ])
})
