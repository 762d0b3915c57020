import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import { readDialogue, recordDialogue, runDialogue, writeDialogue } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

async function buildTill() {
  const app = Fastify()
  const ussd = conversation(async (talk) => {
    const word = await talk.ask('Password?', text({ sensitive: true }))
    return talk.pay(`${word.length} signs. Approve it`, { name: 'Tea', quantity: 1, price: 5 })
  })
  const options = {
    verify: 'none',
    secret: 'a secret of tests alone',
    publicUrl: 'https://shop.example',
    store: memoryStore(),
  } as const
  await app.register(merchantWebhooks, { ...options, ussd, payment: () => undefined })
  return app
}

it.each(['2101', 'phone2', 'PIN_2', 'duplicate', 'caller', 'webstore'])(
  'a recording keeps its own names and codes where somebody entered %s as a secret, and passes',
  async (secret) => {
    const sim = await connectedTo(await buildTill())
    sim.faults.next('duplicate', { kind: 'ussd' })
    await sim.phone('+233000000001').dial('*713#').reply('2580')
    await sim.phone('+233000000002').dial('*713#').reply(secret).approve({ fails: '2101' })
    const dialogue = recordDialogue(sim.log.rows())
    expect(dialogue.steps.map(({ screen: _, ends: __, asks: ___, ...step }) => step)).toEqual([
      { dial: '*713#', faults: ['duplicate'] },
      { secret: 'PIN' },
      { dial: '*713#', phone: 'phone2' },
      { secret: 'PIN_2', phone: 'phone2' },
      { approve: { fails: '2101' }, phone: 'phone2' },
    ])
    const { problem } = await runDialogue(buildTill, readDialogue(writeDialogue(dialogue)))
    expect(problem).toBeNull()
  },
)
