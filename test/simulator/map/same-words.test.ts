import { expect, test } from 'vitest'
import { text, whole } from '../../../src/conversation/index.ts'
import { type MapOptions, mapApplication as mapInTime, type SimulatedApp } from '../../../src/simulator/index.ts'
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
    'how-much-withdraw: input',
    'how-much-airtime: input',
  ])
  const arrows = Object.fromEntries(
    map.screens.map(({ id, answers }) => [id, answers.map(({ answer, to }) => `${answer}: ${to}`)]),
  )
  expect(arrows.bank).toEqual(['Send: how-much', 'Withdraw: how-much-withdraw', 'Airtime: how-much-airtime'])
  expect(arrows['how-much-withdraw']).toContain('any answer: take-your-at-the-desk')
  expect(map.findings).toEqual([])
  expect(map.bounds).toMatchObject({ met: [], notWalked: [] })
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
  expect(map.bounds).toMatchObject({ met: [], notWalked: [] })
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
    'the-shop-add-one',
  ])
  expect(map.screens[0]?.answers.map(({ answer, to }) => `${answer}: ${to}`)).toContain('Add one: the-shop-add-one')
})

test('answers behind which nothing was walked again are named, and a menu without end comes to one', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      for (let round = 0; ; round += 1)
        await talk.choose(`Round ${round}`, ['Again', 'Once more'], { id: `round-${round}` })
    }),
  )
  expect(map.screens.map(({ id }) => id)).toEqual(['round'])
  expect(map.bounds).toMatchObject({
    met: [],
    notWalked: expect.arrayContaining([{ screen: 'round', answer: 'Again' }]),
  })
  expect(map.bounds.pushes).toBeLessThan(300)
})
