import Fastify from 'fastify'
import { MerchantClient } from '../../../../src/client/index.ts'
import { conversation, type Script, text, whole } from '../../../../src/conversation/index.ts'
import merchantWebhooks, { type Clock, memoryStore, type Store, systemClock } from '../../../../src/index.ts'

/** What was looked up or done since the last look. */
export const deeds: string[] = []

const client = new MerchantClient({ baseUrl: 'https://service.example', apiId: 'id', apiKey: 'key' })

/** What the builds read that begin with a load. */
const titles = new Map<string | undefined, () => string | Promise<string>>([
  ['loads', () => read('Drinks')],
  ['loads anew', () => read('Drinks of today')],
  ['loads calls', async () => read((await client.messages.get('1')).content ?? '')],
  [
    'loads fails',
    () => {
      throw new Error('The kitchen is closed')
    },
  ],
])

function read(title: string): string {
  deeds.push(title)
  return title
}

const scriptFor =
  (change: string | undefined): Script =>
  async (talk) => {
    const readTitle = titles.get(change)
    const title = readTitle && (await talk.load('title', readTitle))
    const drink = await talk.choose(title ?? (change === 'title' ? 'Our drinks' : 'Drinks'), [
      'Tea',
      'Coffee',
      'Secret drink',
    ])
    if (change === 'fails') throw new Error(`no ${drink}`)
    if (change === 'waits') await new Promise(() => undefined)
    if (drink === 'Coffee') return talk.end(change === 'end' ? 'Coffee is out' : 'No coffee today')
    if (drink === 'Secret drink') await talk.ask('PIN?', text({ sensitive: true }))
    const count = await talk.ask('How many?', whole({ min: 1, max: change === 'fewer' ? 3 : 9 }))
    const hello = change === 'caller' ? `${talk.caller.mobile}, pay` : 'Pay'
    if (!(await talk.confirm(`${hello} ${count * 5}?`))) return talk.end('Nothing was bought')
    const name = await talk.ask('Name?', text({ check: (given) => deeds.push(given) > 0 }))
    if (change === 'forgets') return talk.end(`Thank you, ${name}: no. 2`)
    const order = await talk.once('order', async () => deeds.push('order'))
    if (change === 'gives') await talk.once('gift', async () => deeds.push('gift'))
    return talk.end(`Thank you, ${name}: no. ${order}`)
  }

export default async function build({
  store = memoryStore(),
  clock = systemClock,
}: {
  readonly store?: Store
  readonly clock?: Clock
} = {}) {
  const change = process.env.TEA
  const app = Fastify()
  const script = conversation(scriptFor(change))
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    clock,
    secret: 'the secret of a tea house in production',
    ...(change !== 'silence' && { ussd: change === 'handler' ? (_push, turn) => turn.end('Goodbye') : script }),
    programmable: script,
  })
  return app
}
