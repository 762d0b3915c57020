import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { isLeftOut, isReady, openShop, press, shop, startSimulator, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`money on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()
  // In production nothing is told of what a handler did.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('an invoice is paid in a frame of a shop, which only the direct page may stand in', async () => {
    const { sim, handled } = await shop()
    const { page, complaints } = await open(sim)
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog', { name: 'Pay an invoice' })
    const frame = dialog.frameLocator('iframe')
    // Nobody looks for the button of a shop below the edge of its frame.
    const pays = await frame.getByRole('button', { name: /^Pay/ }).boundingBox()
    const edge = await dialog.locator('iframe').boundingBox()
    expect((pays?.y ?? 0) + (pays?.height ?? 0)).toBeLessThanOrEqual((edge?.y ?? 0) + (edge?.height ?? 0))
    await frame.getByRole('button', { name: /^Pay/ }).click()
    await frame.getByText(/Thank you/).waitFor()
    await dialog.getByText(/It is paid\. The browser goes back to https:\/\/shop\.example\/thanks\./).waitFor()
    await expect.poll(() => handled).toMatchObject([{ source: 'checkout', outcome: 'paid', amount: 50 }])
    await page.getByRole('img', { name: "From a customer's browser" }).first().waitFor()
    // That the browser is led on is no refusal.
    expect(sim.log.rows({ kind: 'checkoutPage' }).map(({ response }) => response?.status)).toContain(303)
    await page.goto(`${sim.pageUrl}#q=is:wrong`)
    await page.getByText('No row matches your search.').waitFor()
    await page.goto(sim.pageUrl)
    await isReady(page)
    expect(complaints).toEqual([])
    await page.keyboard.press('i')
    const tab = await dialog.getByRole('link', { name: 'In a tab' }).getAttribute('href')
    const { headers } = await fetch(new URL(tab ?? '', sim.url))
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('a red cell of the ledger leads to the row that says why', async () => {
    const { sim } = await shop()
    sim.faults.next('drop', { kind: 'ussdPayment' })
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const [dropped] = sim.log.rows({ kind: 'ussdPayment' })
    const { page } = await open(sim)
    const log = page.getByRole('list', { name: 'Log' })
    // It never went out, so it took no time; and its result is never what is cut.
    await log
      .getByRole('button', { name: /^To your app [\d:]+ USSD payment .*→ no answer Lost – no answer$/ })
      .waitFor()
    const result = log.getByText('→ no answer')
    expect(await result.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.goto(`${sim.pageUrl}#view=ledger`)
    const entry = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    // Nobody knows a payment by the id of its session.
    await entry.getByRole('button', { name: 'Tea', exact: true }).waitFor()
    await entry.getByText(/^USSD payment · \+233000000001 · \d\d:\d\d:\d\d$/).waitFor()
    await entry.getByText(/Resend sends it again/).waitFor()
    // What made the difference, by its own name.
    await entry.getByText('paid 5.00 (Lost)').waitFor()
    const cell = page.getByRole('button', { name: /Show the rows: Told/ })
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.getByText(`row ${dropped?.id} ·`).waitFor()
    await page.getByText('1 of 3 rows').waitFor()
  })

  it('what is right, what a person must look at, what differs and what never was are told apart', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    sim.faults.next('contradict', { kind: 'ussdPayment' })
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    await expect.poll(async () => (await sim.handled())?.map(({ outcome }) => outcome)).toContain('paid')
    const { page } = await open(sim)
    // A notice contradicted itself, the service was asked, and it's decided.
    await page.getByRole('button', { name: /^\*713# .* paid$/ }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Pay an invoice' })
    await page.keyboard.press('i')
    await dialog.frameLocator('iframe').getByRole('button', { name: /^Pay/ }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'g l')
    const entries = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await entries.first().getByText('Not paid, and no notice sent. Nothing is owed.').waitFor()
    await entries.first().getByText('not paid', { exact: true }).waitFor()
    await entries.last().getByText('right', { exact: true }).waitFor()
    // Its address isn't signed: nobody of the application asked for it.
    await entries.first().getByRole('button', { name: 'Pay', exact: true }).press('Enter')
    await dialog.frameLocator('iframe').getByRole('button', { name: /^Pay/ }).press('Enter')
    await dialog
      .frameLocator('iframe')
      .getByText(/Thank you/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await entries.first().getByText('right, to review').waitFor()
    await entries
      .first()
      .getByText(/A person must review it\. unexpected: it came to no address of its own/)
      .waitFor()
    await page.getByRole('button', { name: /^Ledger.*right 1.*to review 1$/ }).waitFor()
    await page.getByRole('button', { name: /^Ledger/ }).click()
    await page.getByRole('button', { name: /^try-.* paid, to review$/ }).waitFor()
  })

  it('what waits for the service is no right one in the bar; its box and its story say why, and what to do', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    for (const options of [{}, { fails: '2050' }, { fails: '0005' }])
      await sim.phone('+233000000001').dial('*713#').reply('1').approve(options)
    const { page } = await open(sim, '#view=ledger')
    await page.getByRole('button', { name: /^Ledger *right 1 *undecided 1$/ }).waitFor()
    const entry = entryOf(page).filter({ hasText: 'Don’t deliver before it does.' })
    await entry.getByRole('button', { name: /Show the rows: (?:Told|Confirmed)/ }).press('Enter')
    await page.getByRole('tab', { name: 'Story' }).click()
    const story = page.getByRole('region', { name: 'What your app did' })
    await story.getByText(/^Your app looks at it again at \d\d:\d\d:\d\d, by its own clock\.$/).waitFor()
    await story.getByText(/You decide it in the ledger\.$/).waitFor()
    await page.goto(`${sim.pageUrl}#view=ledger`)
    await entry.getByRole('button', { name: 'Let it be paid' }).press('Enter')
    await page.getByRole('button', { name: /^Ledger *right 2$/ }).waitFor()
  })

  it('what waits for the service is decided by name too, and the name says which of two payments', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    for (const last of [1, 2])
      await sim.phone(`+23300000000${last}`).dial('*713#').reply('1').approve({ fails: '0005' })
    const { page, complaints } = await open(sim)
    await page.getByRole('button', { name: /^Ledger *right 0 *undecided 2$/ }).waitFor()
    for (const [saying, counted] of [
      ['Let it be paid: Tea · USSD payment · +233000000001', /^Ledger *right 1 *undecided 1$/],
      ['Let it fail: Tea · USSD payment · +233000000002', /^Ledger *right 1$/],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill(saying)
      await expect.poll(() => page.locator('#palette-list [role=option]').count()).toBe(1)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: counted }).waitFor()
    }
    expect(sim.ledger().rows.map(({ mobile, paid }) => [mobile, paid])).toEqual([
      ['+233000000001', 5],
      ['+233000000002', 0],
    ])
    expect(complaints).toEqual([])
  })

  it('a notice that came again says which one the handler got, and the ledger which one somebody sent by hand', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const [told] = sim.log.rows({ kind: 'ussdPayment' })
    await expect.poll(async () => (await sim.handled())?.length).toBe(1)
    const { page } = await open(sim, `#row=${told?.id}`)
    await page.getByText(`row ${told?.id} ·`).waitFor()
    await page.keyboard.press('r')
    const story = page.getByRole('region', { name: 'What your app did' })
    await story
      .getByText(`Your handler got the first one, row ${told?.id}, as paid, confirmed by the service.`)
      .waitFor()
    await page.goto(`${sim.pageUrl}#view=ledger`)
    await entryOf(page).getByText('paid 5.00, paid 5.00 (told by hand)', { exact: true }).waitFor()
  })

  it('a cart that the service can’t be asked about has a next step, and its amber cell leads to its notice', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    await sim.phone('+233000000001', { channel: 'webstore' }).dial().approve()
    await expect.poll(async () => (await sim.handled())?.length).toBe(1)
    const [told] = sim.log.rows({ kind: 'fulfilment' })
    const { page } = await open(sim, '#view=ledger')
    await entryOf(page)
      .getByText(/Compare the amount with your order, and deliver if both agree/)
      .waitFor()
    const delivery = entryOf(page).locator('dl > div', { hasText: 'Delivery reported' }).getByRole('definition')
    await delivery.getByText('not yet', { exact: true }).waitFor()
    const { sessionId: SessionId, billId: OrderId } = told?.about ?? {}
    const report = JSON.stringify({ SessionId, OrderId, ServiceStatus: 'success' })
    await fetch(`${sim.url}/fulfilment/report`, { method: 'POST', body: report })
    await delivery.getByText('delivered', { exact: true }).waitFor()
    await entryOf(page)
      .getByRole('button', { name: /Show the rows: Handled/ })
      .press('Enter')
    await page.getByText(`row ${told?.id} ·`).waitFor()
  })

  it('money that did not come is grey on its row, its story, its detail and in the ledger', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve({ fails: '2050' })
    const [failed] = sim.log.rows({ kind: 'ussdPayment' })
    const { page } = await open(sim, `#row=${failed?.id}`)
    await seen(page, failed?.id, 'quiet', 'failed')
    await page.goto(`${sim.pageUrl}#view=ledger`)
    await entryOf(page)
      .locator('.text-quiet', { hasText: /^not paid$/ })
      .waitFor()
  })

  it('a notice that a handler threw on, in memory, says on row, detail and phone what the app answered', async () => {
    const sim = await startSimulator()
    await openShop(sim, {
      payment: () => {
        throw new Error('my database is away')
      },
    })
    const { page } = await open(sim)
    await page.keyboard.press('n')
    await sim.phone('+233000000001').dial('*713#').reply('1')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText("Paid. The service couldn't tell your app: it answered 500.").waitFor()
    await page.getByRole('button', { name: /USSD payment .*→ app says 500/ }).click()
    const detail = page.getByRole('region', { name: 'Detail' })
    await detail
      .getByText(/^Your app answered 500: .* Your handler threw, or the payment isn’t decided yet\./)
      .waitFor()
  })

  it('a payment whose handler throws is red on its row too, until an attempt ends well: its story counts those before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-money-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    let isAway = true
    const sim = await startSimulator()
    await openShop(sim, {
      store: sqliteStore(join(folder, 'shop.db')),
      retry: { attempts: 1_000, minDelay: 100, maxDelay: 1_000 },
      payment: (_, { number }) => {
        if (isAway || number < 3) throw new Error('my database is away')
      },
    })
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const [paid] = sim.log.rows({ kind: 'ussdPayment' })
    const { page } = await open(sim, `#row=${paid?.id}`)
    await seen(page, paid?.id, 'error', 'paid, differs')
    await page.getByRole('tab', { name: 'Faults' }).click()
    await page.getByText(/^Your handler failed: .*my database is away$/).waitFor()
    await page.goto(`${sim.pageUrl}#q=is:wrong`)
    await page.locator(`[data-row="${paid?.id}"]`).waitFor()
    await page.goto(`${sim.pageUrl}#row=${paid?.id}`)
    // Retries go on for hours: the row that is looked at is asked about for as long.
    await page.waitForTimeout(11_000)
    isAway = false
    await seen(page, paid?.id, 'success', 'paid')
    await page.getByRole('tab', { name: 'Story' }).click()
    const story = page.getByRole('region', { name: 'What your app did' })
    await story.getByText('Your handler got it as paid, confirmed by the service.').waitFor()
    await story.getByText(/^Done at attempt \d+\. Before: \d+ × Error: my database is away$/).waitFor()
    // The body has no reference of the shop, and nobody has confirmed it there.
    await page.getByRole('tab', { name: 'Request' }).click()
    await page.getByText(/^This is only the body\./).waitFor()
    const got = page.getByRole('region', { name: 'Your handler got' })
    for (const value of ['tea-1', 'confirmed', 'paid']) await got.getByText(value, { exact: true }).waitFor()
  })

  it('a payment that a person must look at is amber on its row too', async () => {
    const sim = await startSimulator()
    await openShop(sim)
    const { page } = await open(sim)
    await page.keyboard.press('i')
    const frame = page.getByRole('dialog', { name: 'Pay an invoice' }).frameLocator('iframe')
    await frame.getByRole('button', { name: /^Pay/ }).click()
    await frame.getByText(/Thank you/).waitFor()
    const [told] = sim.log.rows({ kind: 'checkout' })
    await page.goto(`${sim.pageUrl}#row=${told?.id}`)
    await page.reload()
    await seen(page, told?.id, 'warning', 'paid, to review')
  })

  it('a fault strikes the kinds that are chosen; profile and gateway are changed, and stand in sight', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=faults')
    await page.getByLabel('Find a fault').fill('duplicate')
    await page.getByRole('checkbox', { name: /^Duplicate/ }).click()
    const kinds = page.getByRole('group', { name: 'Where Duplicate strikes' })
    await kinds.getByRole('checkbox', { name: 'Checkout' }).click()
    await expect.poll(() => sim.faults.list()[0]?.kinds).not.toContain('checkout')
    await page.getByLabel('How the service sends').selectOption('retryOnce')
    await page.getByRole('button', { name: 'Switch off profile retryOnce' }).waitFor()
    expect(sim.profile.retries).toEqual([1_000])
    await page.getByLabel('Subscribers see').selectOption('NOCR')
    await page.getByRole('button', { name: '3 faults' }).waitFor()
    await page.getByRole('button', { name: 'Switch off profile retryOnce' }).click()
    await expect.poll(() => sim.profile.retries).toEqual([])
    await page.getByLabel('Seed of chance').fill('7')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    const seed = async () => JSON.parse(await (await fetch(`${sim.url}/_simulator/state`)).text()).seed
    await expect.poll(seed).toBe(7)
    // One thing with one name: it ends what is sent otherwise too.
    await page.getByRole('button', { name: 'End all' }).click()
    await expect.poll(() => sim.faults.list()).toEqual([])
    await expect.poll(() => sim.gatewayError).toBe(null)
  })
})

function entryOf(page: Page) {
  return page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
}

/** The row, the head of its story and its detail say the same, in the same colour. */
async function seen(page: Page, row: number | undefined, color: string, word: string): Promise<void> {
  const log = page.getByRole('list', { name: 'Log' })
  await log.locator(`[data-row="${row}"] [role=img][aria-label="${word}"].text-${color}`).waitFor()
  const named = { hasText: new RegExp(`^${word}$`) }
  await log.locator(`[aria-expanded] .text-${color}`, named).first().waitFor()
  await page.getByRole('region', { name: 'Detail' }).locator(`.text-${color}`, named).first().waitFor()
}
