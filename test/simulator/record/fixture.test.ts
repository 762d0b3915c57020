import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LogRow, profiles, recordFixture } from '../../../src/simulator/index.ts'
import { loadFixture, replay } from '../../../src/testing/index.ts'
import { message, startShop } from '../messages/shop.ts'

const mobile = '+233000012345'

async function reportRow(profile: Parameters<typeof startShop>[0] = {}) {
  const shop = await startShop(profile)
  const { messageId } = await shop.client.messages.send({
    ...message,
    to: mobile,
    registeredDelivery: true,
    clientReference: 'for 000012345',
  })
  await shop.sim.messages.settle(messageId, 'Delivered')
  const row = await shop.sim.log.next({ kind: 'deliveryReport' })
  return { ...shop, row, messageId }
}

/** As it is read from a file. */
function reload(fixture: object) {
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'recorded.json')
  writeFileSync(file, JSON.stringify(fixture))
  return loadFixture(pathToFileURL(file))
}

describe('a fixture of a row of the log', () => {
  it.each(['json', 'form', 'query', 'query-get'] as const)(
    'is read by loadFixture and replayed to the same result, without the phone number: %s',
    async (form) => {
      const profile = { ...profiles.plain, forms: { deliveryReport: form } }
      const { row, app, reports, messageId } = await reportRow({ profile })
      const fixture = reload(recordFixture(row, { name: 'deliveryReport/mine', description: 'Mine' }))
      expect(JSON.stringify(fixture)).not.toContain('12345')
      expect(fixture).toMatchObject({ name: 'deliveryReport/mine', description: 'Mine', expect: { status: 200 } })
      expect((await replay(app, fixture)).status).toBe(200)
      expect(reports.at(-1)).toMatchObject({ messageId, status: 'Delivered' })
    },
  )

  it('has no secret and no phone in its name and its description', async () => {
    const { row } = await reportRow()
    const about = { name: 'deliveryReport/000012345', description: 'Key Kofi-7 of 0000012345 and +233000054321' }
    const fixture = recordFixture(row, { ...about, secrets: ['Kofi-7'] })
    expect(fixture.description).toMatch(/^Key \S+ of \S+ and /)
    expect(JSON.stringify(fixture)).not.toMatch(/12345|54321|Kofi-7/)
  })

  it('keeps a text that is no JSON, with digits that may be a phone hidden', async () => {
    const { row } = await reportRow()
    const broken: LogRow = { ...row, request: { ...row.request, body: Buffer.from(`{"To":"${mobile}`), bytes: 99_999 } }
    const whole: LogRow = { ...broken, request: { ...broken.request, bytes: broken.request.body.length } }
    expect(recordFixture(whole)).toMatchObject({
      name: `deliveryReport/row-${row.id}`,
      request: { text: '{"To":"+000000000', headers: { 'content-type': 'application/json' } },
    })
    const bare: LogRow = { ...whole, request: { ...whole.request, headers: {} } }
    expect(recordFixture(bare).request).toEqual({ method: 'POST', text: '{"To":"+000000000' })
    expect(() => recordFixture(broken)).toThrow(/only the first part of its body/)
  })

  it('hides each number as one of its own, whatever stands for another', async () => {
    const { row } = await reportRow()
    const body = Buffer.from(JSON.stringify({ From: mobile, To: '+233000000000', Mobile: '0000012345' }))
    const told: LogRow = { ...row, request: { ...row.request, body, bytes: body.length } }
    expect(recordFixture(told).request.body).toEqual({
      From: '+233000000000',
      To: '+233000000001',
      Mobile: '0000000000',
    })
    const none = Buffer.from('{"Status":"Delivered"}')
    const untold: LogRow = { ...row, request: { ...row.request, body: none, bytes: none.length } }
    expect(recordFixture(untold).request.body).toEqual({ Status: 'Delivered' })
  })

  it('is made of an answered push alone, which an error says', async () => {
    const { row, sim } = await reportRow()
    const [call] = sim.log.rows({ direction: 'call' })
    if (call === undefined) throw new Error('there is no call in the log')
    expect(() => recordFixture(call)).toThrow(/of a push alone, and row 1 is a call/)
    expect(() => recordFixture({ ...row, response: null, problem: 'no answer in time' })).toThrow(/no answer in time/)
  })
})
