import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, phone as phoneNumber, text } from '../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import {
  recordDialogue,
  recordFixture,
  recordPage,
  recordTest,
  runDialogue,
  writeDialogue,
} from '../../../src/simulator/index.ts'
import { Masks } from '../../../src/simulator/record/hidden/mask.ts'
import { connectedTo } from './connected.ts'

const supportLine = '0302000111'

/** Sends to a number, and shows it in two forms beside one of its own. */
async function transfers(country: 'GH' | 'SN' | 'TG' = 'GH') {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const to = await talk.ask('Whose number?', phoneNumber({ country }))
    const name = await talk.ask(`Name of ${to.replace('+233', '0')}?`, text())
    return talk.end(`Sent to ${name}, ${to}. Call ${supportLine}`)
  })
  const ignore = () => undefined
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ussd,
    inboundMessage: ignore,
    payment: ignore,
  })
  return app
}

it('a number that was typed, dialled or sent in has the same stand-in in each form, and plays again', async () => {
  const sim = await connectedTo(await transfers())
  const ama = sim.phone('+233240000700')
  await ama.dial('*713#').reply('024 000 2223').reply('Ama of 0240000700')
  await ama.dial('*713*0240002224#').reply('Kofi')
  await sim.messages.from('+233240000700', 'Order 1000200 of 24.11.2026: call 024-000-2223 or +233 24 000 2225')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps.map(({ dial, reply, texts, screen }) => [dial ?? reply ?? texts, screen])).toEqual([
    ['*713#', 'Whose number?'],
    ['000 000 0001', 'Name of 0000000001?\n0 Back'],
    ['Ama of 0000000000', `Sent to Ama of 0000000000, +233000000001. Call ${supportLine}`],
    ['*713*0000000002#', 'Name of 0000000002?\n0 Back'],
    ['Kofi', `Sent to Kofi, +233000000002. Call ${supportLine}`],
    ['Order 1000200 of 24.11.2026: call 000-000-0001 or +233 00 000 0003', undefined],
  ])
  expect((await runDialogue(() => transfers(), dialogue)).problem).toBe(null)
  const pushes = sim.log.rows({ direction: 'push' })
  const written = [
    writeDialogue(dialogue),
    recordTest(pushes),
    await recordPage(rows),
    JSON.stringify(pushes.map((row) => recordFixture(row))),
  ]
  for (const recording of written) {
    expect(recording.replaceAll(/[^\d]/g, '')).not.toMatch(/240002223|240002224|240002225|240000700/)
  }
})

it.each([
  ['SN', '+221771234567', '771234568', '000000001'],
  ['TG', '+22890123456', '+22890123457', '+22800000001'],
] as const)('a stand-in is a number of the same country: %s', async (country, own, typed, standIn) => {
  const sim = await connectedTo(await transfers(country))
  await sim.phone(own).dial('*713#').reply(typed).reply('Ama')
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.steps[1]).toMatchObject({ reply: standIn })
  expect((await runDialogue(() => transfers(country), dialogue)).problem).toBe(null)
})

it('a page hides on the wire what forms hold too, and a fixture what a description holds', async () => {
  const sim = await connectedTo(await transfers())
  await sim.trigger('checkout', { Data: { Description: 'Rice for 024 000 2223', ClientReference: '0240002229' } })
  const [row] = sim.log.rows()
  if (row === undefined) throw new Error('nothing was logged')
  const fixture = JSON.stringify(recordFixture(row))
  expect(fixture).toContain('Rice for 000 000 000')
  expect(fixture).toContain('0240002229')
  expect(JSON.stringify(recordDialogue([row]))).toContain('Rice for 000 000 000')
  const body = Buffer.from('From=%2B233240000700&FullText=call+024+111+2223')
  const form = {
    ...row,
    origin: null,
    request: { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body, bytes: body.length },
  }
  expect(await recordPage([row, { ...form, id: row.id + 1 }])).not.toMatch(/24.?111.?2223|240000700/)
})

it('a number that stands alone is not read together with the digits beside it', () => {
  const masks = new Masks()
  masks.addPhonesIn('0240002223 5')
  expect(masks.text('To 0240002223: 5 of 10')).toBe('To 0000000000: 5 of 10')
})
