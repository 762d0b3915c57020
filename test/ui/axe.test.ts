import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { pagePathOf } from '../../src/simulator/checkout/page/views.ts'
import { mapApplication, recordPage, type Simulator } from '../../src/simulator/index.ts'
import { findings, findingsInBoth } from './axe.ts'
import { isLeftOut, isReady, press, shop, startSimulator, useBrowser, why } from './browser.ts'

const views = ['#', '#view=phones', '#view=ledger', '#view=faults', '#view=map']

/** A desk has the phones beside the log. */
const deskViews = views.filter((view) => view !== '#view=phones')

const details = [
  '#row=3',
  '#row=1&tab=time',
  '#row=3&tab=push',
  '#row=3&tab=reply&flat=1',
  '#row=3&tab=faults',
  '#row=3&tab=compare&pins=1',
]

/** Each by its keys: all keys, everything by name, an edited push, a recorded story, an invoice in a shop. */
const dialogs = ['?', 'Control+k', 'e', 'w t', 'i']

/** What opens beside its button, on a desk and where there is little room. */
const popovers = [
  { button: 'New', width: 1_440 },
  { button: 'More', width: 1_440 },
  { button: /^\d\d:\d\d/, width: 360 },
]

/** What is there when the rest of a view has come. */
const lateWords: Readonly<Record<string, RegExp>> = {
  map: /\d screens|No map yet/,
  faults: /The same bytes come again a second later/,
}

/** It begins with the phones there. */
const narrowViews = views.map((view) => (view === '#' ? '#view=log' : view))

const narrow = { width: 360, height: 740 }

// Each look takes its time on a busy machine.
describe.skipIf(isLeftOut)(`what axe finds on the page${why}`, { timeout: 300_000 }, () => {
  const open = useBrowser()
  // In production no turn says where its time went.
  beforeAll(() => void vi.stubEnv('NODE_ENV', 'development'))
  afterAll(() => void vi.unstubAllEnvs())

  it('what is wrong in the dark alone, also where it only fades there', async () => {
    const { sim } = await shop()
    const { page } = await open(sim, '#', { colorScheme: 'light' })
    await page.goto('about:blank')
    await page.setContent(`<html lang="en"><title>Tea</title><style>body { background: #fff } p { color: #000; transition: color 60s }
      @media (prefers-color-scheme: dark) { p { color: #eee } }</style><main><h1>Tea</h1><p>Green</p></main>`)
    expect(await findingsInBoth(page)).toEqual([expect.stringMatching(/^dark: color-contrast: <p>Green/)])
    expect(await findings(page, 'light')).toEqual([])
  })

  it('nothing on a desk', async () => {
    const { page } = await open(await usedShop(), '#row=3', { colorScheme: 'light' })
    expect(await findingsOn(page, [...deskViews, ...details])).toEqual([])
  })

  it('nothing in a dialog', async () => {
    const { page } = await open(await usedShop(), '#row=3', { colorScheme: 'light' })
    await page.getByText('row 3 ·').waitFor()
    for (const keys of dialogs) {
      await press(page, keys)
      await page.getByRole('dialog').waitFor()
      expect(await findingsInBoth(page, 'dialog'), keys).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  it('nothing in what opens beside a button, on a till, in an app, on the page of an invoice and in a played session', async () => {
    const sim = await usedShop()
    await sim.phone('+233000000001', { channel: 'pos' }).dial('')
    await sim.phone('+233000000001', { channel: 'app' }).dial('')
    const { page } = await open(sim, '#', { colorScheme: 'light' })
    for (const name of ['Till', 'App']) {
      const device = page.getByRole('article', { name: new RegExp(`^${name} of`) })
      await device.getByRole('button', { name: /^Tea/ }).waitFor()
    }
    expect(await findingsInBoth(page, 'section')).toEqual([])
    for (const { button, width } of popovers) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: button, exact: true }).click()
      expect(await findingsInBoth(page, ':popover-open'), String(button)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 1_440, height: 900 })
    const { id } = await opened(sim)
    for (const path of ['', '/direct']) {
      await page.goto(`${sim.url}${pagePathOf(id)}${path}`)
      await page.getByRole('button', { name: /^Pay/ }).waitFor()
      expect(await findingsInBoth(page), path).toEqual([])
    }
    await page.goto(sim.pageUrl)
    await isReady(page)
    await page.evaluate(dropOf(await recordPage(sim.log.rows({ kind: 'ussd' }))))
    await page.getByRole('dialog', { name: 'A played session' }).waitFor()
    expect(await findingsInBoth(page, 'dialog')).toEqual([])
  })

  it('nothing on the map where a screen is open, or as a list, and nothing in a detail where there is little room', async () => {
    const { page } = await open(await usedShop(), '#view=map', { colorScheme: 'light' })
    await page.getByText(/^\d+ screens/).waitFor()
    await press(page, 'g i')
    await page.getByRole('list', { name: 'Screens' }).getByRole('button').first().click()
    await page.getByRole('complementary', { name: 'The chosen screen' }).waitFor()
    expect(await findingsInBoth(page)).toEqual([])
    await press(page, 'g i')
    await page.getByRole('list', { name: 'Screens' }).waitFor({ state: 'detached' })
    expect(await findingsInBoth(page)).toEqual([])
    await page.setViewportSize(narrow)
    expect(await findingsOn(page, details, inTheLight)).toEqual([])
  })

  // In the dark only the colours are others: what stands here has them on a desk or where there is little room. What a width
  // alone decides is decided otherwise on a desk.
  it('nothing on a screen of 720 px, where a phone or a row stands beside the log', async () => {
    const { page } = await open(await usedShop(), '#', { colorScheme: 'light', viewport: { width: 720, height: 740 } })
    const looks = [...narrowViews, '#row=3', '#row=1&tab=time', '#row=3&tab=push']
    expect(await findingsOn(page, looks, inTheLight)).toEqual([])
  })

  it('nothing while a push waits, where there is no app, and where the app is gone', async () => {
    const sim = await startSimulator({ clock: { ...systemClock, after: () => () => undefined } })
    const { page } = await open(sim, '#', { colorScheme: 'light' })
    await page.getByText(/^No app is connected/).waitFor()
    expect(await findingsInBoth(page)).toEqual([])
    const server = createServer((_, response) => void response)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    onTestFinished(() => server.closeAllConnections())
    const address = server.address()
    await sim.connect(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    void sim
      .phone('+233000000001')
      .dial('*713#')
      .run()
      .catch(() => undefined)
    await page.locator('[data-pending]').waitFor()
    await page.getByText('Waiting for your app').first().waitFor()
    expect(await findingsInBoth(page)).toEqual([])
    await page.route('**/log/events*', (route) => route.abort())
    await page.reload()
    await page
      .getByText(/Simulator is down/)
      .first()
      .waitFor()
    expect(await findingsInBoth(page)).toEqual([])
  })

  it('nothing on a narrow screen, and before anything happened', async () => {
    const { page } = await open(await usedShop(), '#', { colorScheme: 'light', viewport: narrow })
    const [first = '', ...others] = narrowViews
    expect(await findingsOn(page, [first])).toEqual([])
    expect(await findingsOn(page, others, inTheLight)).toEqual([])
    const { sim } = await shop()
    const { page: empty } = await open(sim, '#', { colorScheme: 'light', viewport: narrow })
    expect(await findingsOn(empty, narrowViews)).toEqual([])
  })
})

/** With a prompt that covers a phone, a screen on another, messages, a fault, a payment that nobody understands, and a map. */
async function usedShop() {
  const { sim } = await shop()
  const { app } = await shop()
  sim.mapper = () => mapApplication(app, { channels: ['ussd'] })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${sim.url}/_simulator/map`, { method: 'POST', headers, body: '{}' })
  await sim.phone('+233000000001').dial('*713#').reply('1')
  await sim.phone('+233000000002').dial('*713#')
  await sim.phone('+233000000003', { skin: 'basic' }).dial('*713#')
  await sim.phone('+233000000001', { channel: 'webstore' }).dial('')
  sim.faults.set('duplicate', { rate: 0.1 })
  sim.faults.next('contradict', { kind: 'checkout', way: 'unpaidUnderSuccess' })
  await sim.trigger('checkout', { Data: { ClientReference: 'order-17' } })
  await sim.messages.from('+233000000001', 'Where is my order?')
  return sim
}

/** For what stands on a desk too: in the dark only its colours are others, and they are looked at there. */
const inTheLight = (page: Page, inside: string) => findings(page, 'light', inside)

/** An invoice that no code asked for. */
async function opened(sim: Simulator) {
  const shopUrl = 'https://shop.example/'
  const urls = { callbackUrl: sim.url, returnUrl: shopUrl, cancellationUrl: shopUrl }
  return sim.openBill({ source: 'checkout', amount: 50, description: 'Rice', reference: 'order-18', ...urls })
}

/** What lets a file fall on the page. */
function dropOf(text: string): string {
  return `{
    const carried = new DataTransfer()
    carried.items.add(new File([${JSON.stringify(text)}], 'tea.html', { type: 'text/html' }))
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, cancelable: true }))
  }`
}

/** What is wrong on a page, at its first look: at each other one only the view or the detail is another. */
async function findingsOn(
  page: Page,
  looks: readonly string[],
  find: (page: Page, inside: string) => Promise<string[]> = findingsInBoth,
) {
  const found: string[] = []
  for (const [index, look] of looks.entries()) {
    await page.goto(new URL(look, page.url()).href)
    const view = /view=(\w+)/.exec(look)?.[1] ?? 'log'
    await page.getByRole('region', { name: new RegExp(`^${view}$`, 'i') }).waitFor()
    const late = lateWords[view]
    if (late !== undefined) await page.getByText(late).first().waitFor()
    const isDetail = look.includes('row=')
    if (isDetail) await page.getByRole('tabpanel').waitFor()
    const part = isDetail ? 'section:has([role=tabpanel])' : `[data-view=${view}]`
    found.push(...(await find(page, index === 0 ? 'html' : part)).map((finding) => `${look} ${finding}`))
  }
  return found
}
