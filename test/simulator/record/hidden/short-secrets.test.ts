import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import {
  recordDialogue,
  recordFixture,
  recordPage,
  recordTest,
  runDialogue,
  writeDialogue,
} from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Asks for what is short, and says it again. */
async function clinic() {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const what = await talk.choose('What?', ['Children', 'Code'])
    if (what === 'Children') {
      const count = await talk.ask('How many?', whole({ min: 1, max: 9, sensitive: true }))
      await talk.choose(
        'Pay 7.50 at 17:07?',
        ['1', '2', '3', '4', '5', '6', '7'].map((day) => `Day ${day}`),
      )
      return talk.end(`${count} children, for 7.50`)
    }
    const code = await talk.ask('Code?', text({ sensitive: true }))
    return talk.end(`Thanks, ${code}: A12`)
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    secret: 'a secret of tests alone',
    ussd,
  })
  return app
}

it('a digit at a sensitive screen has a stand-in that is no key, and other answers and menus keep theirs', async () => {
  const sim = await connectedTo(await clinic())
  await sim.phone('+233240000700').dial('*713#').reply('1').reply('7').reply('7')
  const dialogue = recordDialogue(sim.log.rows())
  expect(dialogue.secrets).toEqual({ PIN: '1' })
  expect(dialogue.steps.slice(2)).toMatchObject([
    { secret: 'PIN', screen: expect.stringMatching(/^Pay 7\.50 at 17:07\?.*\n7\. Day 7/s) },
    { reply: '7', screen: '1 children, for 7.50' },
  ])
  expect((await runDialogue(() => clinic(), dialogue)).problem).toBe(null)
})

it('a secret of two characters stands in no recording', async () => {
  const sim = await connectedTo(await clinic())
  await sim.phone('+233240000700').dial('*713#').reply('2').reply('12')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[2]).toMatchObject({ secret: 'PIN', screen: 'Thanks, 11: A12' })
  expect((await runDialogue(() => clinic(), dialogue)).problem).toBe(null)
  const page = await recordPage(rows)
  for (const recording of [writeDialogue(dialogue), recordTest(rows), page])
    expect(recording).toContain('Thanks, 11: A12')
  // Not how many ms it took, which may be as many.
  expect(page.replaceAll(/<meter[^>]*>/g, '')).not.toMatch(/(?:&#34;|")12(?:&#34;|")/)
  expect(rows.map((row) => Object(recordFixture(row).request.body).Message)).toEqual(['*713#', '2', '11'])
})

it('a short secret that is given is hidden wherever it stands alone', async () => {
  const sim = await connectedTo(await clinic())
  await sim.phone('+233240000700').dial('*713#').reply('2').reply('1234')
  const { steps } = recordDialogue(sim.log.rows(), { secrets: ['A1', 'Co'] })
  expect(steps[2]).toMatchObject({ screen: 'Thanks, 1111: A12' })
  expect(recordDialogue(sim.log.rows(), { secrets: ['7'] }).steps[0]).toMatchObject({ dial: '*713#' })
})
