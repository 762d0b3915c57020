import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks, { memoryStore } from '../../../src/index.ts'
import { readDialogue, recordDialogue, writeDialogue } from '../../../src/simulator/index.ts'
import { connectedTo } from './connected.ts'

async function aText() {
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), inboundMessage: () => undefined })
  const sim = await connectedTo(app)
  await sim.messages.from('+233000000001', 'Hello')
  const row = sim.log.rows({ kind: 'inboundMessage' })[0]
  if (row === undefined) throw new Error('no text came')
  return row
}

it('a recording of more steps than a dialogue may have is refused, and one of as many is read again', async () => {
  const row = await aText()
  const rows = (many: number) =>
    Array.from({ length: many }, (_none, at) => ({ ...row, id: at + 1, origin: row.origin && { ...row.origin } }))
  expect(readDialogue(writeDialogue(recordDialogue(rows(10_000)))).steps).toHaveLength(10_000)
  expect(() => recordDialogue(rows(10_001))).toThrow(
    "can't record 10001 steps: a dialogue has at most 10000. Choose fewer rows, or make several recordings",
  )
})

it('a dialogue with more characters than its file may have is refused when it is written', () => {
  const steps = Array.from({ length: 2_000 }, () => ({ reply: '1', screen: 'x'.repeat(500) }))
  expect(() => writeDialogue({ dialogue: 'Long', steps })).toThrow(/^Long has \d+ characters: .* Split it$/)
})
