import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { recordDialogue, recordPage, recordTest, runDialogue } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

/** Writes numbers around a secret, and the secret itself. */
async function bank(echo = false) {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    await talk.choose('Bank 5000, tea 2026', ['Enter', 'Leave'])
    const given = await talk.ask('Your PIN?', text({ sensitive: true }))
    await talk.choose('Bank 5000, tea 2026', ['Rice 15000', 'Ref A5000B', 'On 2026-11-28', 'Soap 5000.50'])
    return talk.end(echo ? `Keep ${given}, it is yours` : 'Bye')
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    secret: 'a secret of tests alone',
    ussd,
  })
  return app
}

it.each(['5000', '2026', '1111', '0001'])(
  'a PIN changes no other number, and no line that was shown before it was entered: %s',
  async (pin) => {
    const sim = await connectedTo(await bank())
    await sim.phone('+233240000700').dial('*713#').reply('1').reply(pin).reply('1')
    const rows = sim.log.rows()
    const dialogue = recordDialogue(rows)
    expect(dialogue.steps[0]?.screen).toMatch(/^Bank 5000, tea 2026/)
    expect(dialogue.steps[2]?.screen).toMatch(
      /^Bank 5000, tea 2026.*Rice 15000.*Ref A5000B.*On 2026-11-28.*Soap 5000\.50/s,
    )
    expect((await runDialogue(() => bank(), dialogue)).problem).toBe(null)
    expect(recordTest(rows)).toContain('Rice 15000')
    expect(await recordPage(rows)).toContain('Rice 15000')
  },
)

it('a PIN that stands alone on a later screen is hidden, and the recording says what that leaves open', async () => {
  const sim = await connectedTo(await bank(true))
  await sim.phone('+233240000700').dial('*713#').reply('1').reply('7391').reply('1')
  const rows = sim.log.rows()
  const dialogue = recordDialogue(rows)
  expect(dialogue.steps[3]?.screen).toBe('Keep 1111, it is yours')
  const doubt = 'What row 4 shows has a text that was also entered as a secret'
  for (const recording of [recordTest(rows), await recordPage(rows)]) {
    expect(recording).not.toContain('7391')
    expect(recording).toContain(doubt)
  }
  expect((await runDialogue(() => bank(true), dialogue)).problem).toBe(null)
})

it('a code that a message told before it was entered is hidden in the message too', async () => {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    await talk.choose('Your one-time code is 482913', ['Go on'])
    await talk.ask('Which?', text({ sensitive: true }))
    return talk.end('Bye')
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    secret: 'a secret of tests alone',
    ussd,
  })
  const sim = await connectedTo(app)
  await sim.phone('+233240000700').dial('*713#').reply('1').reply('482913')
  const rows = sim.log.rows()
  for (const recording of [JSON.stringify(recordDialogue(rows)), recordTest(rows), await recordPage(rows)])
    expect(recording).not.toContain('482913')
})

it.each(['Your one-time code:\n482913\nEnter it', 'Code 482913. Enter it'])(
  'a code that the very screen told which it answers is hidden there: %j',
  async (question) => {
    const build = async () => {
      const app = Fastify({ logger: false })
      const ussd = conversation(async (talk) => {
        await talk.ask(question, text({ sensitive: true }))
        return talk.end('Bye')
      })
      const store = memoryStore()
      await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
      return app
    }
    const sim = await connectedTo(await build())
    await sim.phone('+233240000700').dial('*713#').reply('482913')
    const rows = sim.log.rows()
    for (const recording of [JSON.stringify(recordDialogue(rows)), recordTest(rows), await recordPage(rows)])
      expect(recording).not.toContain('482913')
  },
)

it('a code in a line of its own is hidden in the message that speaks of it, and the prices of a menu beside such words stay', async () => {
  const app = Fastify({ logger: false })
  const ussd = conversation(async (talk) => {
    await talk.choose('Your one-time code:\n482913', ['Rice 482913', 'Oil'])
    await talk.ask('Which?', text({ sensitive: true }))
    return talk.end('Bye')
  })
  const store = memoryStore()
  await app.register(merchantWebhooks, { verify: 'none', store, secret: 'a secret of tests alone', ussd })
  const sim = await connectedTo(app)
  await sim.phone('+233240000700').dial('*713#').reply('1').reply('482913')
  const { steps } = recordDialogue(sim.log.rows())
  expect(steps[0]?.screen).toMatch(/^Your one-time code:\n111111\n1\. Rice 482913/)
})
