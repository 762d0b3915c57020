import { describe, expect, it } from 'vitest'
import { officeOf } from './office.ts'

const secretive = { CustomerPhoneNumber: '+233000000042', CustomerName: 'Ama Mensah', Description: 'For Ama Mensah' }
const callback = { CheckoutId: 'page-1', ClientReference: 'order-17', ...secretive }

describe('an entry as one page', () => {
  it('has what happened to it, masked, and nothing in it runs or is loaded', async () => {
    const { app, push, ask, settled } = await officeOf(undefined, {
      payment: () => {
        throw new Error('No <b>ledger</b> for +233 000 000 042 \u202e')
      },
    })
    await push({}, callback)
    await settled()
    const [{ name }] = (await ask('entries', {})).body.entries
    await ask('note', { name, note: 'called 000 000 0042: <script>alert(1)</script>' })
    const { status, body } = await ask('export/page', { name })
    expect(status).toBe(200)
    const { page } = body
    expect(page).toContain('<title>checkout order-17</title>')
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(page).toContain('<dt>State</dt><dd>dead</dd>')
    expect(page).toMatch(/<li>1, 20[\d-]+T[\d:.]+Z, \d+ ms: Error: No &#60;b&#62;ledger/)
    expect(page).toContain('&#34;outcome&#34;: &#34;paid&#34;')
    expect(page).toMatch(/<li>Ama, \S+Z: called .*&#60;script&#62;alert/)
    expect(page).not.toMatch(/<script|<b>|\u202e|https?:\/\/|Mensah|0042|000 042/)
    const { lines } = await app.merchant.trail.list()
    expect(lines[0]).toMatchObject({ act: 'export', by: 'Ama', about: { as: 'html' } })
  })

  it('says what it contradicts, who settled its review, and that nobody has tried it', async () => {
    const { app, push, ask, settled } = await officeOf(undefined, {
      payment: async (_payment, attempt) => {
        await attempt.once('receipt', () => 'sent')
      },
    })
    await push({}, callback)
    await settled()
    await push({}, { ...callback, Amount: 7 })
    await settled()
    await push({ Data: 'nothing that can be read' }, {})
    const { entries } = (await ask('entries', {})).body
    const pages = await Promise.all(
      entries.map(async ({ name }: { name: string }) => (await ask('export/page', { name })).body.page),
    )
    const [contradicting] = pages.filter((page) => page.includes('<dt>Contradicts</dt>'))
    expect(contradicting).toContain('<dt>Review</dt><dd>needed: ')
    expect(contradicting).toMatch(/<h2>Notes<\/h2>\n<p>None<\/p>/)
    const [{ id } = expect.fail()] = (await app.merchant.inbox.list({ needsReview: true })).entries
    await app.merchant.inbox.settleReview(id, { by: 'Esi', note: 'refunded' })
    await app.merchant.inbox.replay(id)
    await settled()
    const page = await app.merchant.inbox.exportPage(id)
    expect(page).toMatch(/<dd>[\w, ]+; settled \S+Z by Esi: refunded<\/dd>/)
    expect(page).toContain('<dd>done, asked for again</dd>')
    expect(page).toMatch(/<li>\d, asked for again, /)
  })
})
