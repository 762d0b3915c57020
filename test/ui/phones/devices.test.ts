import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

const number = '+233000000001'

describe.skipIf(isLeftOut)(`devices on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each([
    { keys: 'u w', article: `Web store of ${number}`, operator: 'webstore' },
    { keys: 'u t', article: `Till of ${number}`, operator: /^POS/ },
    { keys: 'u a', article: `App of ${number}`, operator: /./ },
  ])('$article: taken by its keys, opened, chosen, and paid on the phone', async ({ keys, article, operator }) => {
    const { sim, handled } = await shop()
    sim.phone(number)
    const { page, complaints } = await open(sim)
    await press(page, keys)
    const device = page.getByRole('article', { name: article })
    await device.getByRole('button', { name: 'Open', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await device.getByRole('heading', { name: 'The shop' }).waitFor()
    const [, rich] = sim.phones
    expect(rich?.operator).toMatch(operator)
    // A number that is cut can't be read.
    const label = device.getByText(rich?.channel === 'pos' ? String(rich.operator) : number, { exact: true }).first()
    expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    await device.getByRole('button', { name: 'Tea 5.00' }).click()
    await device.getByText('Now approve the payment on the phone.').waitFor()
    await page.keyboard.press('1')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => handled).toMatchObject([{ source: 'fulfilment', outcome: 'paid', amount: 5 }])
    expect(complaints).toEqual([])
  })

  it('a phone has the number that was given to it, and a wrong one is told', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const field = page.getByLabel(/^Number/)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await field.fill('+233000004711')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Phone +233000004711' }).waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    expect(await field.inputValue()).toBe('')
    await field.fill('me')
    await page.getByRole('button', { name: 'Web store', exact: true }).click()
    await page
      .getByText(/has no phone 'me': write its number in international form/)
      .first()
      .waitFor()
    expect(sim.phones.map(({ number }) => number)).toEqual(['+233000004711'])
  })

  it('a phone is taken away by its settings and by its keys, and had again as it was', async () => {
    const { sim } = await shop()
    await sim.phone(number, { skin: 'basic', operator: 'second' }).dial('*713#')
    sim.phone('+233000000002')
    const { page, complaints } = await open(sim)
    const first = page.getByRole('article', { name: `Phone ${number}` })
    await page.keyboard.press('1')
    await page.evaluate('document.activeElement.blur()')
    await press(page, 'u s')
    await first.getByLabel('Network of the SIM').and(page.locator(':focus')).waitFor()
    await first.getByRole('button', { name: 'Remove' }).click()
    await first.waitFor({ state: 'detached' })
    expect(sim.phones.map((phone) => phone.number)).toEqual(['+233000000002'])
    expect(sim.log.rows({ kind: 'ussd' }).at(-1)?.request.body.toString()).toContain('"Release"')
    await page.getByRole('button', { name: 'Undo' }).click()
    await first.getByRole('application').waitFor()
    expect(sim.phones.map(({ skin, operator }) => ({ skin, operator }))).toContainEqual({
      skin: 'basic',
      operator: 'second',
    })
    await page.evaluate('document.activeElement.blur()')
    for (const left of [1, 0]) {
      await press(page, 'u x')
      await expect.poll(() => sim.phones.length).toBe(left)
      // The next keys are for what the page shows by then.
      await expect.poll(() => page.getByRole('article', { name: /^Phone/ }).count()).toBe(left)
    }
    await page.getByRole('button', { name: 'Take a phone' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('a device that was just taken stays where an answer comes late that did not know it', async () => {
    const { sim } = await shop()
    sim.phone(number)
    const { page } = await open(sim)
    const [asked, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/_simulator/phones', async (route) => {
      if (route.request().method() === 'POST') return route.continue()
      const before = await route.fetch()
      asked.resolve()
      await taken.promise
      await route.fulfill({ response: before })
      await page.unroute('**/_simulator/phones')
    })
    await sim.phone(number).dial('*713#')
    await asked.promise
    await press(page, 'n')
    const field = page.getByRole('article', { name: 'Phone +233000000002' }).getByRole('textbox')
    await field.and(page.locator(':focus')).waitFor()
    const late = page.waitForResponse('**/_simulator/phones')
    taken.resolve()
    await late
    // By then it asked again.
    await page.waitForResponse('**/_simulator/ledger')
    expect(await field.and(page.locator(':focus')).count()).toBe(1)
  })

  it('says what became of the payment of its session, whoever approved it, and when it is told later', async () => {
    const { sim } = await shop()
    const phone = sim.phone(number)
    await phone.dial('*713#').reply('1').approve()
    const { page } = await open(sim)
    const said = page.getByRole('article').getByRole('status')
    await said.getByText(/^Paid: the service told your app, which answered 200/).waitFor()
    await phone.dial('*713#').reply('1')
    await page.getByLabel('Another result').selectOption('Pays after 30 s')
    await said.getByText('The payment is pending. Your app has been told nothing yet.').waitFor()
    await page.getByRole('button', { name: '+60 s' }).click()
    await said.getByText(/^Paid: the service told your app/).waitFor()
  })

  it('each other result of a payment is had by the palette', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    const said = page.getByRole('article').getByRole('status')
    for (const [ending, words] of [
      ['Wrong PIN (2101)', /^Failed:/],
      ['Not enough money (2050)', /^Failed:/],
      ['Outcome not known (0005)', /^\w+:/],
      ['Pays half', /^\w+:/],
      ['Pays twice', /^Paid:/],
      ['Never answers', /pending/],
    ] as const) {
      await sim.phone(number).dial('*713#').reply('1')
      await page.getByRole('region', { name: 'Payment prompt' }).waitFor()
      // Nothing of the payment before it.
      await said.getByText(words).waitFor({ state: 'detached' })
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill(`another result ${ending}`)
      await page.getByRole('option', { name: `Another result: ${ending}` }).waitFor()
      await page.keyboard.press('Enter')
      await said.getByText(words).waitFor()
      expect(sim.phone(number).prompts, ending).toEqual([])
    }
  })

  it('has its settings in sight at 360 px, and no part of a third phone beside two', async () => {
    const { sim } = await shop()
    for (const last of [1, 2, 3]) await sim.phone(`+23300000000${last}`).dial('*713#')
    const { page } = await open(sim, '#view=phones', { viewport: { width: 360, height: 740 } })
    const settings = page
      .getByRole('article')
      .first()
      .getByText(/^Settings/)
    const dock = page.getByRole('navigation', { name: 'Views' })
    const [held, foot] = [await settings.boundingBox(), await dock.boundingBox()]
    expect((held?.y ?? 0) + (held?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto(`${sim.pageUrl}#row=1`)
    const part = page.getByRole('region', { name: 'Phones' })
    await expect
      .poll(async () => {
        const [edge, third] = [await part.boundingBox(), await page.getByRole('article').nth(2).boundingBox()]
        return (third?.x ?? 0) >= (edge?.x ?? 0) + (edge?.width ?? 0)
      })
      .toBe(true)
    // No tab is cut: all of the third is left of what takes another device.
    const tab = await part.getByRole('button', { name: '0003' }).boundingBox()
    const next = await part.getByRole('button', { name: 'New', exact: true }).boundingBox()
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(next?.x ?? 0)
  })
})
