import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordPage, recordTest, runDialogue, writeDialogue } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Shows a password as it keeps it. */
async function bank(kept: (password: string) => string) {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    const password = await talk.ask('Your password?', text({ sensitive: true }))
    return talk.end(`We know: ${kept(password)}`)
  })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  return app
}

const upper = (word: string) => word.toUpperCase()
const lower = (word: string) => word.toLowerCase()
const named = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

it.each([
  ['ananse tree', upper, 'XXXXXX XXXX'],
  ['kofi2580', upper, 'XXXX1111'],
  ['Ananse', lower, 'xxxxxx'],
  ['ananse', named, 'Xxxxxx'],
  ['Ok', upper, 'XX'],
])(
  'a secret that the screen shows in another case stands in no recording, and is played again: %s',
  async (typed, kept, shown) => {
    const sim = await connectedTo(await bank(kept))
    await sim.phone('+233240000700').dial('*713#').reply(typed)
    const rows = sim.log.rows()
    const dialogue = recordDialogue(rows)
    expect(dialogue.steps[1]).toMatchObject({ screen: `We know: ${shown}` })
    for (const recording of [writeDialogue(dialogue), recordTest(rows), await recordPage(rows)])
      expect(recording).not.toContain(`We know: ${kept(typed)}`)
    expect((await runDialogue(() => bank(kept), dialogue)).problem).toBe(null)
  },
)

it('a secret that is given is hidden in every case', async () => {
  const sim = await connectedTo(await bank(() => 'AMA MENSAH, ama mensah'))
  await sim.phone('+233240000700').dial('*713#').reply('2580')
  const { steps } = recordDialogue(sim.log.rows(), { secrets: ['Ama Mensah'] })
  expect(steps[1]).toMatchObject({ screen: 'We know: XXX XXXXXX, xxx xxxxxx' })
})
