import { expect, test } from 'vitest'
import { type MapOptions, mapApplication as mapInTime, type SimulatedApp } from '../../../src/simulator/index.ts'
import { open } from './applications.ts'

// Bounded by counts: a busy machine takes its time.
const mapPhones = (app: SimulatedApp, options: MapOptions = {}) =>
  mapInTime(app, { time: 3_600_000, channels: ['ussd'], ...options })

test('an option that leads to one screen or to another is named, where the map draws its screen once', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      const wish = await talk.choose('Welcome', ['Loan', 'Gift'])
      await talk.choose('How much?', ['10', '20'])
      if (wish === 'Loan' && (await talk.choose('Sure?', ['Yes', 'No'])) === 'No') return talk.end('Nothing was done')
      return talk.end('Done')
    }),
  )
  expect(map.findings).toMatchObject([
    { kind: 'unsteady', screen: 'how-much', text: "'10' leads to sure or done: the way there may decide, or chance" },
    { kind: 'unsteady', screen: 'how-much', isHint: true },
  ])
})

test('a list in another order each time is unsteady, and no dead end', async () => {
  let calls = 0
  const names = ['Ama', 'Kofi', 'Esi', 'Yaw', 'Abena', 'Kwame', 'Akua']
  const app = await open(async (talk) => talk.end('Not a phone'), {
    ussd: (push, turn) => {
      if (push.type !== 'initiation') return turn.end('Chosen')
      calls += 1
      const from = calls % names.length
      return turn.menu('Who?', [...names.slice(from), ...names.slice(0, from)])
    },
  })
  const map = await mapPhones(app)
  expect(map.findings.map(({ kind, screen }) => `${kind}: ${screen}`)).toEqual(['unsteady: who'])
})
