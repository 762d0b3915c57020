import Fastify from 'fastify'
import { expect, it } from 'vitest'
import merchantWebhooks from '../../../../src/index.ts'
import { recordDialogue, recordFixture, recordPage, recordTest } from '../../../../src/simulator/index.ts'
import { connectedTo } from '../connected.ts'

const secret = 'Kofi+Secret/Zq9'

it.each([
  ['as it is', secret],
  ['as an address has it', encodeURIComponent(secret)],
  ['in Base64', Buffer.from(secret).toString('base64')],
  ['in Base64 for addresses', Buffer.from(secret).toString('base64url')],
  ['in hexadecimal digits', Buffer.from(secret).toString('hex')],
  ['as some JSON has it', 'Kofi+Secret\\/Zq9'],
])('a text of secrets is hidden %s', async (_form, shown) => {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    ussd: ({ type }, turn) => (type === 'initiation' ? turn.prompt(`Key: ${shown}`) : turn.end(`Bye ${shown}`)),
  })
  const sim = await connectedTo(app)
  await sim.phone('+233240000700').dial('*713#').reply('1')
  const rows = sim.log.rows()
  const options = { title: `About ${shown}`, secrets: [secret] }
  const recorded = [
    JSON.stringify(recordDialogue(rows, options)),
    recordTest(rows, options),
    await recordPage(rows, options),
    ...rows.map((row) => JSON.stringify(recordFixture(row, { description: shown, secrets: [secret] }))),
  ]
  for (const text of recorded) {
    expect(text).not.toContain(shown)
    expect(text).not.toContain(JSON.stringify(shown).slice(1, -1))
  }
})
