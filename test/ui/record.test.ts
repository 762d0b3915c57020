import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
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
    const preview = dialog.getByRole('region', { name: 'What is recorded' })
    await preview.getByText(/import exported from '..\/..\/app.js'/).waitFor()
    expect(await preview.textContent()).not.toContain('000000007')
    await dialog.getByRole('combobox').nth(1).selectOption('dialogue')
    await preview.getByText(/dial: .?\*713#/).waitFor()
    await dialog.getByLabel('What it shows').fill('Says good bye')
    const file = join(folder, 'test', 'recorded', 'says-good-bye.yaml')
    await dialog.getByText(file).waitFor()
    expect(existsSync(file)).toBe(false)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved as ${file}`).waitFor()
    expect(existsSync(file)).toBe(true)
    // Its module is not there.
    await dialog.getByRole('button', { name: 'Run' }).click()
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
  })
})
