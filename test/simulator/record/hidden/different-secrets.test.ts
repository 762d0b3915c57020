import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, runDialogue } from '../../../../src/simulator/index.ts'
import { StandIns } from '../../../../src/simulator/record/hidden/stand-ins.ts'
import { connectedTo } from '../connected.ts'

/** Changes a PIN, which is asked twice. */
async function bank() {
  const app = Fastify({ logger: false })
  const pin = { pattern: /^\d{4}$/, sensitive: true }
  const ussd = conversation(async (talk) => {
    await talk.ask('Old PIN', text(pin))
    const chosen = await talk.ask('New PIN', text(pin))
    await talk.ask('New PIN again', text({ ...pin, check: (again) => again === chosen || 'Not the same.' }))
    return talk.end('PIN changed')
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    secret: 'a secret of tests alone',
    ussd,
  })
  return app
}

it('different secrets have different stand-ins, so a mistyped repetition is recorded as one', async () => {
  const sim = await connectedTo(await bank())
  await sim.phone('+233240000700').dial('*713#').reply('7391').reply('2580').reply('2581').reply('2580')
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.secrets).toEqual({ PIN: '1111', PIN_2: '1112', PIN_3: '1113' })
  expect(dialogue.steps.at(-1)).toMatchObject({ secret: 'PIN_2', screen: 'PIN changed' })
  expect((await runDialogue(() => bank(), dialogue)).problem).toBe(null)
})

it('a stand-in is no secret, has no key for back in it, and is as long', () => {
  const standIns = new StandIns()
  const secrets = ['7391', '1111', '1113', '7', '3', '12', 'sesame', 'thyme!', 'no way', '٧٣٩١']
  for (const secret of secrets) standIns.add(secret)
  expect(secrets.map((secret) => standIns.of(secret))).toEqual([
    ...['1112', '1114', '1115', '1', '2', '11', 'xxxxxx', 'xxxxxy', 'xx xxx', '1112'],
  ])
  const many = new StandIns()
  const pins = Array.from({ length: 30 }, (_, number) => `${2000 + number}`)
  for (const pin of pins) many.add(pin)
  const found = pins.map((pin) => many.of(pin))
  expect(new Set(found).size).toBe(30)
  expect(found.join()).not.toContain('0')
})
