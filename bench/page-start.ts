import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'

/**
 * How long somebody waits for the page who has just started the command: from the line with its address, which `dev` prints as
 * soon as it serves, to the first key that works in a browser that never saw the page. ms.
 */
export async function firstKey(browser: Browser): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-page-'))
  const secret = () => randomBytes(16).toString('hex')
  const words = ['dist/cli/merchant.js', 'dev', 'example/shop.js', '--port', '0', '--json', '--no-open']
  const command = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PUBLIC_URL: 'https://shop.example',
      PUSH_SECRET: secret(),
      MERCHANT_SECRET: secret(),
      MERCHANT_STORE: join(folder, 'merchant.db'),
    },
  })
  const ended = once(command, 'exit')
  try {
    return await keyAt(await pageIn(command.stdout), browser)
  } finally {
    command.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for a page of one line that does nothing but wait for the key: what the browser itself takes on this machine. ms. */
export async function firstKeyOfNothing(browser: Browser): Promise<number> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(nothing))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the page of one line has no port')
    return await keyAt(`http://127.0.0.1:${address.port}/`, browser)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function keyAt(address: string, browser: Browser): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  try {
    const page = await context.newPage()
    const begun = performance.now()
    await page.goto(address, { waitUntil: 'commit' })
    const dialog = page.getByRole('dialog', { name: dialogName })
    while (!(await dialog.isVisible())) await page.keyboard.press('?')
    return Math.round(performance.now() - begun)
  } finally {
    await context.close()
  }
}

const dialogName = 'All keys'
const nothing = `<!doctype html><title>Nothing</title><dialog aria-label="${dialogName}"></dialog>
<script>onkeydown = () => document.querySelector('dialog').show()</script>`

/** The page's address, of the first line that names it. */
async function pageIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const { page }: { readonly page?: string } = JSON.parse(line)
    if (page !== undefined) return page
  }
  throw new Error('dev ended before it had an address')
}
