import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks from '../../src/index.ts'
import { createSimulator } from '../../src/simulator/index.ts'
import { isLeftOut, shop, useBrowser, why } from './browser.ts'

describe.skipIf(isLeftOut)(`a story that is recorded as a test, in Chromium${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is shown, saved under a path that is shown first, and run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fmw-project-'))
    const sim = await createSimulator({ project: { folder, app: 'app.js' } })
    onTestFinished(() => sim.close())
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_, turn) => turn.end('Bye') })
    await sim.connect(app)
    await sim.phone('+233000000007').dial('*713#')
    const { page, complaints } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').first().waitFor()
    await page.keyboard.type('wt')
    const dialog = page.getByRole('dialog', { name: 'Record as a test' })
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await preview.getByText(/await import\('..\/..\/app.js'\)/).waitFor()
    expect(await preview.textContent()).not.toContain('000000007')
    await dialog.getByRole('combobox').nth(1).selectOption('dialogue')
    await preview.getByText(/dial: .?\*713#/).waitFor()
    await dialog.getByLabel('Name').fill('Says good bye')
    const file = join(folder, 'test', 'recorded', 'says-good-bye.yaml')
    await dialog.getByText(file).waitFor()
    expect(existsSync(file)).toBe(false)
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText(`Saved as ${file}`).waitFor()
    expect(existsSync(file)).toBe(true)
    // Its module is not there.
    await dialog.getByRole('button', { name: 'Run' }).press('Enter')
    await dialog.getByText('failed', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says why rows cannot be told, and how to save where there is no project', async () => {
    const { sim } = await shop()
    await sim.phone('+233000000001').dial('*713#').reply('1')
    const { page } = await open(sim, '#row=2&pins=2')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText(/simulate app.js --project/).waitFor()
    await page.getByRole('dialog').getByRole('combobox').first().selectOption('pinned')
    await page
      .getByRole('alert')
      .getByText(/choose its rows from the dial on/)
      .waitFor()
    await page.keyboard.press('Escape')
    sim.faults.next('duplicate', { kind: 'ussdPayment' })
    await sim.phone('+233000000001').approve()
    await page.goto(`${sim.pageUrl}#row=1`)
    await page.getByText('row 1 ·').first().waitFor()
    await page.keyboard.type('wt')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('alert')
      .getByText(/which suffered duplicate/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Record a dialogue instead' }).click()
    await dialog
      .getByRole('region', { name: 'Preview' })
      .getByText(/duplicate/)
      .waitFor()
  })

  it('is one file that opens without a network, and plays again where it is dropped', async () => {
    // In production nothing is told of times, and so of entries.
    vi.stubEnv('NODE_ENV', 'development')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { sim } = await shop()
    const phone = sim.phone('+233000000007')
    await phone.dial('*713#').reply('1').approve()
    const paid = sim.log.rows({ kind: 'ussdPayment' })[0]?.id ?? 0
    await sim.resend(paid)
    await sim.resend(paid, { as: 'forged' })
    const { page, complaints } = await open(sim, '#row=1')
    await page.getByText('row 1 ·').first().waitFor()
    await page.keyboard.type('wt')
    const dialog = page.getByRole('dialog', { name: 'Record as a test' })
    await dialog.getByRole('combobox').nth(1).selectOption('page')
    await dialog.getByRole('region', { name: 'Preview' }).getByText('Play it again').waitFor()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = join(mkdtempSync(join(tmpdir(), 'fmw-session-')), 'tea.html')
    await (await downloading).saveAs(file)

    const offline = await page.context().newPage()
    const wanted: string[] = []
    offline.on('request', (request) => wanted.push(request.url()))
    offline.on('console', (message) => complaints.includes(message.text()) || wanted.push(message.text()))
    await offline.goto(pathToFileURL(file).href)
    await offline.getByRole('heading', { name: /^ussd row 1/ }).waitFor()
    await offline.getByText('3 rows can be played again, 2 not: each says why.').waitFor()
    const article = (row: number) =>
      offline.getByRole('article').filter({ has: offline.getByRole('heading', { name: `row ${row},` }) })
    await article(paid).getByText('✓ paid').waitFor()
    await article(paid)
      .getByText(/^Read as paid/)
      .waitFor()
    await article(paid).getByText('The handler got paid').waitFor()
    await article(paid).getByText('Played again by step 3.').waitFor()
    await article(paid + 1)
      .getByText('It came before, so the handler was not called again.')
      .waitFor()
    await article(paid + 1)
      .getByText('Not played again: it was sent by hand.')
      .waitFor()
    await article(paid + 2)
      .getByText('✓ forgery refused')
      .waitFor()
    await article(paid + 2)
      .getByText('Not played again: it was forged.')
      .waitFor()
    expect(wanted).toEqual([pathToFileURL(file).href])
    expect(await offline.content()).not.toMatch(/000000007|a-secret-of-the-address/)

    const { sim: other } = await shop()
    const { page: beside } = await open(other)
    const drop = (text: string) =>
      beside.evaluate(`{
        const carried = new DataTransfer()
        carried.items.add(new File([${JSON.stringify(text)}], 'tea.html', { type: 'text/html' }))
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, cancelable: true }))
      }`)
    await drop('<p>Nothing of the kind</p>')
    await beside.getByText(/This file has no session/).waitFor()
    await drop(readFileSync(file, 'utf8'))
    const result = beside.getByRole('dialog', { name: 'A played session' })
    await result.getByText('3 steps from 3 of 5 rows, 2 left out').waitFor()
    await result.getByRole('region', { name: 'Not played' }).getByText('it was forged').waitFor()
    expect(await result.getByRole('list', { name: 'Steps' }).getByRole('listitem').count()).toBe(3)
    await result.getByText('all as recorded').waitFor()
    expect(other.log.rows({ kind: 'ussd' })).toHaveLength(2)
    expect(complaints).toEqual([])
  })
})
