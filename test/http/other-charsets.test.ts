import { describe, expect, it } from 'vitest'
import type { CheckoutEvent, MerchantWebhooksOptions } from '../../src/index.ts'
import { verifyWith } from '../../src/index.ts'
import { keptInMemory } from '../testing/stores.ts'
import { appWith } from './app.ts'
import { linesOf } from './lines.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const paid = (reference: string): string =>
  `{"ResponseCode":"0000","Status":"Success","Data":{"ClientReference":"${reference}","Status":"Success","Amount":5}}`

const json = 'application/json'
const bytesWanted = verifyWith('signature', () => true, { needsBody: true })

async function receive(bodies: readonly Buffer[], contentType = json, options: Partial<MerchantWebhooksOptions> = {}) {
  const events: CheckoutEvent[] = []
  const lines = linesOf()
  const app = await appWith(
    { checkout: (event) => void events.push(event), store: keptInMemory(), ...options },
    { server: { logger: lines.logger } },
  )
  const statuses: number[] = []
  for (const payload of bodies) {
    const headers = { 'content-type': contentType }
    statuses.push((await app.inject({ method: 'POST', url: '/checkout', headers, payload })).statusCode)
  }
  return { app, events, statuses, lines, references: () => events.map(({ clientReference }) => clientReference) }
}

describe('a body that is no UTF-8', () => {
  it.each<readonly [string, Partial<MerchantWebhooksOptions>]>([
    ['as text', {}],
    ['as bytes for a verifier', { verify: bytesWanted }],
  ])('keeps two payments two where their references differ in one letter, %s', async (_how, options) => {
    const { app, statuses, references } = await receive(
      ['caf\u00e9', 'caf\u00e8'].map((name) => latin(paid(name))),
      json,
      options,
    )
    expect(statuses).toEqual([200, 200])
    await expect.poll(references).toEqual(['caf\u00e9', 'caf\u00e8'])
    const { entries } = await app.merchant.inbox.list()
    expect(entries).toHaveLength(2)
    const { event } = await app.merchant.inbox.get(entries[0]?.id ?? '')
    expect(event).toMatchObject({ clientReference: 'caf\u00e8' })
  })

  it('is read in the charset that it is declared to have', async () => {
    const body = Buffer.concat([
      Buffer.from(paid('x').split('x')[0] ?? ''),
      Buffer.from([0xb1]),
      Buffer.from(paid('x').split('x')[1] ?? ''),
    ])
    const { references } = await receive([body], `${json}; charset=iso-8859-2`)
    await expect.poll(references).toEqual(['\u0105'])
  })

  it.each(['utf-8', 'no-such-charset', 'shift_jis'])(
    'is windows-1252 where its charset, %s, does not fit',
    async (charset) => {
      const { references } = await receive([latin(paid('a\u00ff'))], `${json}; charset=${charset}`)
      await expect.poll(references).toEqual(['a\u00ff'])
    },
  )

  it('is told in the log', async () => {
    const { lines } = await receive([latin(paid('caf\u00e9'))])
    expect(lines.saying('a push was not as the reference has it')).toMatchObject([
      { notes: expect.arrayContaining(['the body is no valid UTF-8; it was read as windows-1252']) },
    ])
  })

  it('that is UTF-8 and holds the sign of a lost letter stays as it is, and nothing is told', async () => {
    const { references, lines } = await receive([Buffer.from(paid('a\ufffd'))], `${json}; charset=iso-8859-2`)
    await expect.poll(references).toEqual(['a\ufffd'])
    expect(lines.text()).not.toContain('no valid UTF-8')
  })

  it('is kept so that it is read the same again, where it was refused', async () => {
    const broken = paid('\u00b1').replace('"Amount":5', '"Amount":"five"')
    for (const [contentType, letter] of [
      [json, '\u00b1'],
      [`${json}; charset=iso-8859-2`, '\u0105'],
    ] as const) {
      const { app, statuses } = await receive([latin(broken)], contentType)
      expect(statuses).toEqual([400])
      const { entries } = await app.merchant.inbox.list()
      const { body, raw } = await app.merchant.inbox.get(entries[0]?.id ?? '')
      expect(body).toContain(`"ClientReference":"${letter}"`)
      expect(raw).toMatchObject({ Data: { ClientReference: letter } })
    }
  })

  it('ends the session of a turn by its own name', async () => {
    const seen: string[] = []
    const app = await appWith({
      ussd: ({ message }, turn) => {
        seen.push(message)
        return turn.end('Goodbye')
      },
    })
    const payload = latin('{"SessionId":"a","Type":"Response","Message":"caf\u00e9","Sequence":2}')
    const response = await app.inject({ method: 'POST', url: '/ussd', headers: { 'content-type': json }, payload })
    expect(response.json()).toMatchObject({ Message: 'Goodbye' })
    expect(seen).toEqual(['caf\u00e9'])
  })

  it('keeps two payments two where they come as a form', async () => {
    const form = (name: string) => Buffer.from(`ClientReference=caf${name}&ResponseCode=0000&Amount=5`)
    const { references } = await receive([form('%E9'), form('%E8')], 'application/x-www-form-urlencoded')
    await expect.poll(references).toEqual(['caf\u00e9', 'caf\u00e8'])
  })
})
