import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../cli/run.ts'
import { isLeftOut, useBrowser, why } from './browser.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { NODE_TEST_CONTEXT: _of, NODE_OPTIONS: _own, VITEST: _this, NODE_ENV: _its, ...environment } = process.env

/** What `init` writes in TypeScript, with the packages of this repository as npm install would have brought them. */
async function starter() {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-starter-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await run('init', folder, '--no-install', '--ts')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { scripts }: { scripts: { dev: string; test: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return { folder, scripts }
}

/** Runs its `npm run dev`, and waits until the application is up. */
async function develop(folder: string, script: string) {
  const [, ...words] = script.split(' ')
  const child = spawn(
    process.execPath,
    [join(root, 'dist/cli/merchant.js'), ...words, '--port', '0', '--json', '--no-open'],
    { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(async () => {
    if (child.kill('SIGTERM')) await once(child, 'exit')
  })
  let address = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const { event, page = address }: { event: string; page?: string } = JSON.parse(line)
    address = page
    if (event === 'up') break
  }
  const post = (path: string, given: object) =>
    fetch(new URL(`../${path}`, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    })
  return { pageUrl: address, post }
}

describe.skipIf(isLeftOut)(`what is saved right after init${why}`, { timeout: 240_000 }, () => {
  const open = useBrowser()

  it('runs on the page, and with npm test', async () => {
    const { folder, scripts } = await starter()
    const { pageUrl, post } = await develop(folder, scripts.dev)
    const number = '+233000000007'
    await post('phones/dial', { number, text: '*713#' })
    for (const text of ['1', '2', '1']) await post('phones/reply', { number, text })
    await post('phones/approve', { number })

    const { page, complaints } = await open({ pageUrl })
    await page.getByRole('button', { name: 'Messages 1' }).click()
    const thread = page.getByRole('list', { name: /^Messages of/ })
    await thread.getByText('You paid for 2 x Rice 5 kg. It is on its way.').waitFor()
    await page
      .getByRole('button', { name: /Delivery/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Ledger/ }).click()
    const sale = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
    await sale.getByText('right').waitFor()
    await page.goto(`${pageUrl}#row=1`)
    await page.getByText('row 1 ·').first().waitFor()
    await page.keyboard.type('wt')
    const dialog = page.getByRole('dialog', { name: 'Record as a test' })
    await dialog.getByText(join(folder, 'test', 'recorded', 'row-1.test.js')).waitFor()
    const forms = await dialog.getByRole('combobox').nth(1).getByRole('option').allTextContents()
    expect(forms[0]).toBe('test for node --test')
    expect(forms.join()).not.toContain('vitest')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved as/).waitFor()
    await dialog.getByRole('button', { name: 'Run' }).click()
    const result = dialog.getByRole('status')
    await result.getByText(/^(passed|failed)$/).waitFor({ timeout: 120_000 })
    expect(await result.textContent()).toMatch(/^passed/)
    expect(existsSync(join(folder, 'test', 'recorded', 'row-1.test.js'))).toBe(true)
    expect(complaints).toEqual([])
    // While dev runs, as its owner would in another terminal.
    const [file = '', ...words] = scripts.test.split(' ')
    const { stdout } = await promisify(execFile)(file, words, { cwd: folder, env: environment })
    expect(stdout).toMatch(/pass 4\n.*fail 0\n/)
  })
})
