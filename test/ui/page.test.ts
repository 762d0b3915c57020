import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

// A step takes its time on a busy machine.
describe.skipIf(isLeftOut)(`the page in Chromium${why}`, () => {
  const open = useBrowser()

  it('dials, chooses, pays and approves; the callback comes, and the ledger is right', async () => {
    const { sim, handled } = await shop()
    const { page, complaints } = await open(sim)
    await page.getByRole('button', { name: 'Take a phone' }).click()
    await page.getByLabel('Code to dial').fill('*713#')
    await page.getByRole('button', { name: 'Dial', exact: true }).click()
    await page.getByRole('log').getByText('Welcome to the shop').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).fill('1')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'Payment prompt' }).getByText('5.00').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: /USSD payment/ }).click()
    await page.getByRole('tabpanel').getByText('paid', { exact: true }).first().waitFor()
    expect(handled).toMatchObject([{ outcome: 'paid', amount: 5, reference: 'tea-1' }])
    await page.getByRole('button', { name: /^Ledger/ }).click()
    const entry = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await entry.getByText('right').waitFor()
    expect(complaints).toEqual([])
  })

  it('sends a callback again, twice and forged: it goes to the new row, and money is given once', async () => {
    const { sim, handled } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1').approve()
    const paid = sim.log.rows({ kind: 'ussdPayment' })[0]
    const { page, complaints } = await open(sim, `#row=${paid?.id}`)
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    await page.getByText(`row ${(paid?.id ?? 0) + 1} ·`).waitFor()
    await page.getByRole('button', { name: 'Twice', exact: true }).last().click()
    await page.getByText(`row ${(paid?.id ?? 0) + 3} ·`).waitFor()
    await page.getByRole('button', { name: 'Forged' }).click()
    await page.getByRole('button', { name: 'Send the forgery' }).click()
    await page.getByText('forgery refused').first().waitFor()
    await page
      .getByRole('tabpanel')
      .getByText(/Refused with 401, as it should be/)
      .waitFor()
    expect(sim.log.rows({ kind: 'ussdPayment' }).map(({ response }) => response?.status)).toEqual([
      200, 200, 200, 200, 401,
    ])
    expect(handled).toHaveLength(1)
    // The browser itself says that it was not the page that failed.
    expect(complaints).toEqual([])
  })

  it('is used by the keyboard alone', async () => {
    const { sim, handled } = await shop()
    const { page } = await open(sim)
    const { keyboard } = page
    // A key goes where the focus is: on a busy machine it comes a moment after what it is on.
    const focused = page.locator(':focus')
    await keyboard.press('n')
    await page.getByLabel('Code to dial').and(focused).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('log').getByText('Welcome to the shop').waitFor()
    await page.getByRole('textbox', { name: 'Answer' }).and(focused).waitFor()
    await keyboard.type('1')
    await keyboard.press('Enter')
    await page.getByRole('region', { name: 'Payment prompt' }).waitFor()
    await keyboard.press('a')
    await page.getByRole('button', { name: /USSD payment/ }).waitFor()
    expect(handled).toHaveLength(1)
    await keyboard.press('j')
    await keyboard.press('j')
    // The browser tells of a new address a moment later.
    await page.waitForURL(/row=2/)
    await keyboard.press('k')
    await page.waitForURL(/row=1/)
    await page.locator('[data-row="1"]').and(focused).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Request', selected: true }).waitFor()
    await keyboard.press('/')
    await keyboard.type('kind:ussdPayment')
    await page.getByText('1 of 3 rows').waitFor()
    await keyboard.press('Escape')
    await keyboard.press('g')
    await keyboard.press('l')
    await page.getByRole('heading', { name: 'Ledger' }).waitFor()
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'All keys' }).waitFor()
    await keyboard.press('Escape')
    await keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'All commands' }).waitFor()
    await keyboard.type('move the time by 5 min')
    const before = sim.now()
    await keyboard.press('Enter')
    await expect.poll(() => sim.now() - before).toBeGreaterThan(299_000)
  })

  it('keeps what is searched and chosen in the address', async () => {
    const { sim } = await shop()
    sim.faults.next('contradict', { kind: 'checkout', way: 'unpaidUnderSuccess' })
    await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
    await sim.trigger('deliveryReport')
    const { page } = await open(sim, '#q=outcome%3Aundetermined&row=1')
    await page.getByText('1 of 2 rows').waitFor()
    await page.reload()
    await page.getByText('1 of 2 rows').waitFor()
    await page
      .getByRole('tabpanel')
      .getByText(/^undetermined/)
      .waitFor()
    await page.getByRole('tab', { name: 'Request' }).click()
    await page.getByText('As the plugin reads the body').waitFor()
    await page.getByLabel('Search the log').fill('nonsense:1')
    await page.getByText(/There is no nonsense:/).waitFor()
  })

  it('shows rows as they come, and says loudly when app or simulator is gone', async () => {
    const { sim, app } = await shop()
    const { page } = await open(sim)
    await page.getByText('The log is empty.').waitFor()
    await sim.trigger('deliveryReport')
    await page.getByRole('button', { name: /Delivery/ }).click()
    await page.getByText('No other row is about the same session, payment or message.').waitFor()
    await app.close()
    await sim.connect('http://127.0.0.1:9/push')
    await sim.trigger('deliveryReport')
    await page
      .getByRole('alert')
      .getByText(/Your app didn’t answer/)
      .waitFor()
    await sim.close()
    await page
      .getByRole('alert')
      .getByText(/The simulator doesn’t answer/)
      .waitFor()
  })

  it('switches a fault on, which stands in sight until it is taken away', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#view=faults')
    await page.getByLabel('Find a fault').fill('duplicate')
    await page.getByRole('checkbox', { name: /^Duplicate/ }).click()
    await page.getByRole('button', { name: 'Switch off Duplicate' }).waitFor()
    expect(sim.faults.list()).toMatchObject([{ name: 'duplicate', rate: 1 }])
    await page.getByRole('button', { name: 'Switch off Duplicate' }).click()
    await expect.poll(() => sim.faults.list()).toEqual([])
  })

  it('shows a message as a thread, and what is written there comes to the app', async () => {
    const { sim } = await shop()
    sim.phone('+233000000001')
    const { page } = await open(sim, '', { viewport: { width: 360, height: 740 } })
    await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Phones' }).click()
    await page.getByRole('button', { name: /^Messages/ }).click()
    await page.getByLabel('Write to the app').fill('Where is my order?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page
      .getByRole('list', { name: /Messages of/ })
      .getByText('Where is my order?')
      .waitFor()
    expect(sim.log.rows({ kind: 'inboundMessage' })).toHaveLength(1)
  })

  it('shows hostile text as what it is', async () => {
    const { sim } = await shop()
    const hostile = '<img src=x onerror=alert(1)>\u202egnp\u001b[31m\u200b</pre><script>alert(1)</script>'
    await sim.messages.from('+233000000001', hostile)
    await sim.trigger('ussd', { Message: `${hostile}${'x'.repeat(64_000)}`, Mobile: hostile })
    const { page, complaints } = await open(sim, '#row=1&tab=push')
    await page
      .getByText(/<img src=x onerror=alert\(1\)>/)
      .first()
      .waitFor()
    expect(await page.getByRole('main').textContent()).toContain('‹202E›')
    await page.goto(`${sim.pageUrl}#row=2&tab=push`)
    await page.getByText('row 2 ·').waitFor()
    expect(await page.locator('img, iframe').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
