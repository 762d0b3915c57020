import { expect, test } from 'vitest'
import {
  type MapOptions,
  mapApplication as mapInTime,
  mermaidOf,
  type SimulatedApp,
} from '../../../src/simulator/index.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

const arrowsOf = ({ screens }: Awaited<ReturnType<typeof mapPhones>>, id: string) =>
  screens.find((screen) => screen.id === id)?.answers.map(({ answer, to }) => `${answer}: ${to}`)

test('an option that leads to the same screen again is an arrow to itself', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      await talk.choose('Welcome', ['What time is it?'])
      for (let round = 0; ; round += 1)
        if ((await talk.choose(`It is ${round} o'clock`, ['Later', 'Leave'], { id: `at-${round}` })) === 'Leave')
          return talk.end('Bye')
    }),
  )
  expect(map.screens.map(({ id }) => id)).toEqual(['welcome', 'it-is-oclock', 'bye'])
  expect(arrowsOf(map, 'it-is-oclock')).toEqual(['Later: it-is-oclock', 'Leave: bye', 'Back: welcome', 'Menu: welcome'])
  expect(map.findings).toEqual([])
})

test('a screen whose options all lead to itself is a dead end, and drawn with an arrow', async () => {
  const app = await open(async (talk) => talk.end('Not a phone'), {
    ussd: (push, turn) => turn.menu(push.type === 'initiation' ? 'Welcome' : 'Stuck', ['On', 'Ahead']),
  })
  const map = await mapPhones(app)
  expect(map.findings.map(({ kind, screen }) => `${kind}: ${screen}`)).toEqual(['deadEnd: stuck'])
  expect(mermaidOf(map)).toContain('  s-stuck -->|"On, Ahead"| s-stuck')
})
