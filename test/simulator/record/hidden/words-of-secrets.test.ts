import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import {
  readDialogue,
  recordDialogue,
  recordTest,
  runDialogue,
  writeDialogue,
} from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Asks for an amount. */
async function shop(question: string) {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const amount = await talk.ask(question, whole({ min: 1, max: 5000 }))
    return talk.end(`You give ${amount * 2}.00. Thank you`)
  })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

it.each([
  'One-time gift: how much?',
  'Safety pins: how many?',
  'OTP Bank. How much to save?',
  'Offre à usage unique. Quel montant ?',
])('words hide no answer where the application told that its screen is not sensitive: %s', async (question) => {
  const sim = await connectedTo(await shop(question))
  await sim.phone('+233240000700').dial('*713#').reply('250')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[1]).toMatchObject({ reply: '250', screen: 'You give 500.00. Thank you' })
  expect(recordTest(rows)).toContain('// The words of the screens that row 2 answers speak of a secret')
  expect(writeDialogue(dialogue, ['Mine'])).toMatch(
    /^# The words of the screens that row 2 answers speak of a secret.*\n# Mine\n\ndialogue: Recorded\n/,
  )
  expect(readDialogue(writeDialogue(dialogue))).toEqual(dialogue)
  expect((await runDialogue(() => shop(question), dialogue)).problem).toBe(null)
})
