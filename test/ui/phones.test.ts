import { describe, expect, it } from 'vitest'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`phones on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('the cheapest handset is used by its keys: dialled, answered, paid', async () => {
    const { sim, handled } = await shop()
    const { page, complaints } = await open(sim)
    const { keyboard } = page
    await keyboard.press('b')
    const keys = page.getByRole('application', { name: /^Keys of/ })
    await keys.and(page.locator(':focus')).waitFor()
    for (const key of ['*', '7', '1', '3', '#']) await keyboard.press(key)
    await page.getByRole('status', { name: 'Code to dial' }).getByText('*713#').waitFor()
    await keyboard.press('Backspace')
    await keyboard.press('#')
    await keyboard.press('Enter')
    await page.getByRole('log').getByText('Welcome to the shop').waitFor()
    await page.getByText(/^\d+ of 182 · GSM 7-bit$/).waitFor()
    await page.getByRole('timer').waitFor()
    await page.getByRole('button', { name: '1 .,?!', exact: true }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('region', { name: 'Payment prompt' }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => handled.length).toBe(1)
    expect(sim.phones.map(({ skin }) => skin)).toEqual(['basic'])
    expect(complaints).toEqual([])
  })

  it('a prompt is known by the number of its phone', async () => {
    const { sim } = await shop()
    for (const number of ['+233000000001', '+233000000002']) await sim.phone(number).dial('*713#').reply('1')
    const { page } = await open(sim)
    const prompt = page.getByRole('region', { name: 'Payment prompt of +233000000002', exact: true })
    await prompt.getByRole('button', { name: 'Approve' }).click()
    await prompt.waitFor({ state: 'detached' })
    expect(await page.getByRole('region', { name: 'Payment prompt of +233000000001', exact: true }).count()).toBe(1)
  })

  it('it says in words what a code of the network means', async () => {
    const { sim } = await shop()
    sim.gatewayError = 'NOCR'
    const phone = sim.phone('+233000000001', { skin: 'basic' })
    await phone.dial('*713#')
    expect(phone.problem).toMatch(/ /)
    const { page } = await open(sim)
    await page.getByRole('log').getByText('NOCR').waitFor()
    await page.getByText(String(phone.problem)).waitFor()
  })

  it('somebody types on it, one key after the other', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001', { skin: 'basic' }).dial('*713#')
    const { page } = await open(sim)
    await page.getByText('Type slowly').click()
    await page.getByLabel('Text').fill('Hi 2')
    await page.getByText('13 presses, 6 s').waitFor()
    await page.getByLabel('Speed').selectOption('6 keys a second')
    await page.getByRole('button', { name: 'Type it' }).click()
    await page.getByRole('status', { name: 'Answer' }).getByText('Hi 2').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(() => sim.log.rows({ kind: 'ussd' }).at(-1)?.request.body.toString()).toContain('"Hi 2"')
  })

  it('the same service is drawn in a web store, whose choices are buttons; the cart is paid on the phone', async () => {
    const { sim, handled } = await shop()
    sim.phone('+233000000001')
    const { page, complaints } = await open(sim)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('button', { name: 'Web store' }).click()
    const store = page.getByRole('article', { name: /^Web store of/ })
    await store.getByRole('button', { name: 'Open', exact: true }).click()
    await store.getByRole('heading', { name: 'The shop' }).waitFor()
    await store.getByRole('button', { name: 'Tea 5.00' }).click()
    await store.getByText('Now approve the payment on the phone.').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => handled).toMatchObject([{ source: 'fulfilment', outcome: 'paid', amount: 5 }])
    await store.getByRole('row', { name: '1 × Tea 5.00' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('a phone is given another look and another network', async () => {
    const { sim } = await shop()
    sim.phone('+233000000001')
    const { page } = await open(sim)
    const edge = "getComputedStyle(document.querySelector('article summary')).borderTopStyle"
    expect(await page.evaluate(edge)).toBe('solid')
    await page.getByText(/^Settings/).click()
    await page.getByLabel('Network of the SIM').fill('second network')
    await page.keyboard.press('Enter')
    await page.getByLabel('Looks like').selectOption('Cheapest handset')
    await page.getByRole('application', { name: /^Keys of/ }).waitFor()
    await expect
      .poll(() => sim.phones.map(({ skin, operator }) => ({ skin, operator })))
      .toEqual([{ skin: 'basic', operator: 'second network' }])
  })
})
