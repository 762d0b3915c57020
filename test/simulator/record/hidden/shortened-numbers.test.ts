import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordPage, recordTest, runDialogue } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Shows the caller's number in a form that hides some of it. */
async function bank(form: (national: string) => string) {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const name = await talk.ask('To whom?', text())
    return talk.end(`From ${form(`0${talk.caller.mobile?.slice(-9)}`)}.\n${name} has 7654 points, paid 12.7654`)
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    secret: 'a secret of tests alone',
    ussd,
  })
  return app
}

it.each([
  ['024 *** 7654', '000 *** 0000', (own: string) => `${own.slice(0, 3)} *** ${own.slice(-4)}`],
  ['..7654', '..0000', (own: string) => `..${own.slice(-4)}`],
  ['024-XXX-7654', '000-XXX-0000', (own: string) => `${own.slice(0, 3)}-XXX-${own.slice(-4)}`],
  ['+23324###654', '+23300###000', (own: string) => `+233${own.slice(1, 3)}###${own.slice(-3)}`],
])('the rest of a number that the application shortens has the stand-in’s digits: %s', async (own, shown, form) => {
  const sim = await connectedTo(await bank(form))
  await sim.phone('+233240007654').dial('*713#').reply('Kofi')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[1]?.screen).toBe(`From ${shown}.\nKofi has 7654 points, paid 12.7654`)
  for (const recording of [JSON.stringify(dialogue), recordTest(rows), await recordPage(rows)])
    expect(recording).not.toContain(own)
  expect((await runDialogue(() => bank(form), dialogue)).problem).toBe(null)
})

it.each([
  'Rice....7654',
  'Rice____7654',
  'Rice ..... 7654',
  'Rice 5 ....7654',
  'Total........................7654',
  'Order no. 20__654',
  'Room B##654',
])('what leads to a price is no number that the application shortens: %s', async (line) => {
  const build = () => bank(() => line)
  const sim = await connectedTo(await build())
  await sim.phone('+233240007654').dial('*713#').reply('Kofi')
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.steps[1]?.screen).toContain(`From ${line}.`)
  expect((await runDialogue(build, dialogue)).problem).toBe(null)
})

it.each([
  ['...654', '...000'],
  ['*** *** 654', '*** *** 000'],
  ['(..7654)', '(..0000)'],
  ['0240..7654', '0000..0000'],
  ['+233 …7654', '+233 ...0000'],
])('dots that begin a word or go on with the number are signs of one: %s', async (own, shown) => {
  const sim = await connectedTo(await bank(() => own))
  await sim.phone('+233240007654').dial('*713#').reply('Kofi')
  expect(recordDialogue(sim.log.rows()).steps[1]?.screen).toContain(`From ${shown}.`)
})

it('a known number that stands within a word or without its zero is hidden, and another stays', async () => {
  const sim = await connectedTo(await bank(() => 'me'))
  const phone = sim.phone('+233240007654')
  await phone.dial('*713#').reply('kofi0201112223')
  expect(JSON.stringify(recordDialogue(sim.log.rows()))).toContain('kofi0201112223')
  await phone.dial('*713#').reply('0201112223')
  await phone.dial('*713#').reply('201112223')
  expect(JSON.stringify(recordDialogue(sim.log.rows()))).not.toContain('201112223')
})
