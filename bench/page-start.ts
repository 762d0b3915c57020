import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'

/**
 * How long somebody waits for the page who has just started the command: from the line with its address, which `dev` prints as
 * soon as it serves, to the first key that works in a browser that never saw the page. ms.
 */
export async function firstKey(browser: Browser): Promise<number> {
  const words = ['dist/cli/merchant.js', 'dev', 'example/shop.js', '--port', '0', '--json', '--no-open']
  const command = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const ended = once(command, 'exit')
  try {
    const page = await context.newPage()
    const address = await pageIn(command.stdout)
    const begun = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    const dialog = page.getByRole('dialog', { name: 'All keys' })
    while (!(await dialog.isVisible())) await page.keyboard.press('?')
    return Math.round(performance.now() - begun)
  } finally {
    await context.close()
    command.kill('SIGINT')
    await ended
  }
}

/** The page's address, of the first line that names it. */
async function pageIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const { page }: { readonly page?: string } = JSON.parse(line)
    if (page !== undefined) return page
  }
  throw new Error('dev ended before it had an address')
}
