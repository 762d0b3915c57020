import { expect, it } from 'vitest'
import { type Script, whole } from '../../../src/conversation/index.ts'
import { phone } from '../../../src/testing/index.ts'
import { keptWorld } from '../world.ts'
import { judgeIn, seenBy } from './judged.ts'

const meals = [
  'Jollof rice with chicken',
  'Waakye',
  'Kenkey and fried fish',
  'Banku',
  'Fufu with light soup and goat meat, one portion',
]

const order: Script = async (talk) => {
  await talk.ask('How many?', whole({ min: 1, max: 9 }))
  await talk.ask('Table?', whole({ min: 1, max: 9 }))
  return talk.end(await talk.choose('Which?', meals))
}

it('draws a list that was dialled into wrongly again as its subscriber has it', async () => {
  let seen = { state: '', screen: '' }
  const through = seenBy(({ session: { state }, screen }) => {
    seen = { state: `${state}`, screen }
  })
  const { app } = await keptWorld().start(order, { through })
  await app.ready()
  const caller = phone(app)
  const shown = await caller.dial('*713*1*2*99#')
  expect(shown.text).toMatch(/^Reply with a number from the list\.\nWhich\?\n1\. .*99 More$/s)
  expect(shown.text).not.toContain('5. ')
  expect(await judgeIn(app)({ sessionId: 'any', phone: '+233...000', ...seen })).toMatchObject({
    verdict: 'holds',
    readsTheSame: true,
  })
  const all = await caller.reply('99')
  expect(all.text).toContain('5. Fufu')
  const wrong = await caller.reply('9')
  expect(wrong.text).toContain('5. Fufu')
})
