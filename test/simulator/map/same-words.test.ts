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
    'the-shop-add-one-2',
  ])
  const arrows = new Map(
    map.screens.map(({ id, answers }) => [id, answers.map(({ answer, to }) => `${answer}: ${to}`)]),
  )
  expect(arrows.get('the-shop')).toContain('Add one: the-shop-add-one')
  expect(arrows.get('the-shop-add-one')).toContain('Add one: the-shop-add-one-2')
  expect(arrows.get('the-shop-add-one-2')).toContain('Add one: the-basket-is-full')
})

test('a confirmation behind one with the same words is drawn beside it', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      if ((await talk.choose('Welcome', ['Buy', 'Leave'])) === 'Leave') return talk.end('Bye')
      for (const id of ['one', 'two'])
        if ((await talk.choose('Sure?', ['Yes', 'No'], { id })) === 'No') return talk.end('Nothing was bought')
      return talk.end('Bought')
    }),
  )
  const arrows = new Map(
    map.screens.map(({ id, answers }) => [id, answers.map(({ answer, to }) => `${answer}: ${to}`)]),
  )
  expect(arrows.get('sure')).toEqual(expect.arrayContaining(['Yes: sure-yes', 'No: nothing-was-bought']))
  expect(arrows.get('sure-yes')).toEqual(expect.arrayContaining(['Yes: bought', 'No: nothing-was-bought']))
  expect(map.bounds).toMatchObject({ met: [], notWalked: [] })
})

test('where the way decides to which of two screens with the same words an answer leads, its own screen is drawn twice', async () => {
  const map = await mapPhones(
    await open(async (talk) => {
      const wish = await talk.choose('Welcome', ['Loans', 'Savings'])
      await talk.choose('How much?', ['10', '20'])
      if ((await talk.choose('Sure?', ['Yes', 'No'])) === 'No') return talk.end('Nothing was done')
      return talk.end(wish === 'Loans' ? 'Lent' : 'Saved')
    }),
  )
  const arrows = new Map(
    map.screens.map(({ id, answers }) => [id, answers.map(({ answer, to }) => `${answer}: ${to}`)]),
  )
  expect(arrows.get('how-much')).toEqual(expect.arrayContaining(['10: sure', '20: sure']))
  expect(arrows.get('how-much-savings')).toEqual(expect.arrayContaining(['10: sure-savings', '20: sure-savings']))
  expect(arrows.get('sure-savings')).toContain('Yes: saved')
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
