import { expect, it } from 'vitest'
import type { ConversationOptions } from '../../src/conversation/index.ts'
import { hold } from './hold.ts'

async function described(description: string, options: ConversationOptions): Promise<string | null | undefined> {
  const held = await hold((talk) => talk.pay('Approve', { amount: 5, description }), { rehearse: false, ...options })
  return (await held.phone().dial('*713#')).payment?.description
}

it.each([
  ['ascii', 'Caf\u00e9, \u025by\u025b', 'Cafe, eye'],
  ['gsm7', 'Caf\u00e9, \u025by\u025b', 'Caf\u00e9, eye'],
  ['keep', 'Caf\u00e9,\n\u025by\u025b\u202e', 'Caf\u00e9, \u025by\u025b'],
  ['ascii', '\u{1f375}', '?'],
  ['ascii', '\u20b5'.repeat(60), `${'GHS'.repeat(32)}G...`],
] as const)(
  'The description of a payment is written with the characters of its conversation: %s',
  async (characters, given, sent) => {
    expect(await described(given, { characters })).toBe(sent)
  },
)

it('An item of a rich channel keeps its name as it was given', async () => {
  const held = await hold((talk) => talk.pay('Approve', { amount: 5, description: 'Caf\u00e9 \u025by\u025b' }), {
    characters: 'ascii',
  })
  expect((await held.user().dial('*713#')).item).toMatchObject([{ name: 'Caf\u00e9 \u025by\u025b' }])
})
