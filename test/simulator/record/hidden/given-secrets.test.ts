import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { conversation, text } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore } from '../../../../src/index.ts'
import {
  readDialogue,
  recordDialogue,
  recordFixture,
  recordPage,
  recordTest,
  writeDialogue,
} from '../../../../src/simulator/index.ts'
import { unescaped } from '../../../../src/text/secrets/unescaped.ts'
import { connectedTo } from '../connected.ts'

const secret = 'Kofi+Secret/Zq9'
const base64Of = (text: string) => Buffer.from(text).toString('base64')

/** What is recorded of an application that shows a text. */
async function recordings(shown: string, given: string): Promise<readonly string[]> {
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    ussd: ({ type }, turn) => (type === 'initiation' ? turn.prompt(`Key: ${shown}`) : turn.end(`Bye ${shown}`)),
  })
  const sim = await connectedTo(app)
  await sim.phone('+233240000700').dial('*713#').reply('1')
  const rows = sim.log.rows()
  const options = { title: `About ${shown}`, secrets: [given] }
  return [
    JSON.stringify(recordDialogue(rows, options)),
    recordTest(rows, options),
    await recordPage(rows, options),
    ...rows.map((row) => JSON.stringify(recordFixture(row, { description: shown, secrets: [given] }))),
  ]
}

it.each([
  ['as it is', secret, secret],
  ['as an address has it', secret, encodeURIComponent(secret)],
  ['in Base64', secret, base64Of(secret)],
  ['in Base64 for addresses', secret, Buffer.from(secret).toString('base64url')],
  ['in hexadecimal digits', secret, Buffer.from(secret).toString('hex')],
  ['as PHP has it in JSON', secret, 'Kofi+Secret\\/Zq9'],
  ['as JSON in ASCII has it', 'Zo\u00eb/Zq9', 'Zo\\u00eb/Zq9'],
  ['as PHP has it in JSON in ASCII', 'Zo\u00eb/Zq9', 'Zo\\u00eb\\/Zq9'],
  ['as this page has it', 'tok"en&77x', 'tok&#34;en&#38;77x'],
  ['as a page of its own has it', "O'Brien&S\u00f6hne7", 'O&#x27;Brien&amp;S&ouml;hne7'],
  ['as a page that escapes all has it', secret, 'Kofi&#43;Secret&#47;Zq9'],
  ['in JSON within JSON', 'tok"en\\77x', 'tok\\\\\\"en\\\\\\\\77x'],
  ['in an address within an address', secret, encodeURIComponent(encodeURIComponent(secret))],
])('a text of secrets is hidden %s', async (_form, given, shown) => {
  for (const found of await recordings(shown, given)) {
    expect(found).not.toContain(shown)
    expect(found).not.toContain(JSON.stringify(shown).slice(1, -1))
    expect(unescaped(found)?.text ?? '').not.toContain(given)
  }
})

it.each(['abc', 'user:', 'merchant:'])(
  'a text of secrets is hidden in the Base64 of a longer text: %s…',
  async (before) => {
    const own = secret.slice(1, -1)
    const shown = base64Of(`${before}${secret}/tail`)
    expect(Buffer.from(shown, 'base64').toString('latin1')).toContain(own)
    for (const found of await recordings(shown, secret)) {
      const words = found.match(/[\w+/=]{16,}/g) ?? []
      for (const word of words) expect(Buffer.from(word, 'base64').toString('latin1')).not.toContain(own)
      expect(found).not.toContain(shown)
    }
  },
)

it.each(['1111', '111111', 'xxxx', 'XXXX'])(
  'a text of secrets that looks like a stand-in is hidden: %s',
  async (given) => {
    const app = Fastify()
    const ussd = conversation(async (talk) => talk.end(`Bye ${await talk.ask('PIN?', text({ sensitive: true }))}`))
    await app.register(merchantWebhooks, { verify: 'none', store: memoryStore(), ussd })
    const sim = await connectedTo(app)
    await sim.phone('+233240000700').dial('*713#').reply(given)
    const rows = sim.log.rows()
    for (const secrets of [[], [given]]) {
      const recorded = [JSON.stringify(recordDialogue(rows, { secrets })), recordTest(rows, { secrets })]
      for (const one of [...recorded, await recordPage(rows, { secrets })]) {
        expect(one).toMatch(/Bye \w+/)
        expect(one.toLowerCase()).not.toContain(`bye ${given.toLowerCase()}`)
      }
    }
  },
)

it('a recording whose own number is one of its secrets can be read, and has another number', async () => {
  const own = '+233240000700'
  for (const found of await recordings(own, own)) expect(found).not.toContain('240000700')
  const app = Fastify()
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.end(`Bye ${own}`) })
  const sim = await connectedTo(app)
  await sim.phone(own).dial('*713#')
  const written = writeDialogue(recordDialogue(sim.log.rows(), { secrets: [own] }))
  expect(written).toContain('+233000000000')
  expect(() => readDialogue(written, 'own.yaml')).not.toThrow()
})
