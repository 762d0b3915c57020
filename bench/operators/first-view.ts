import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Browser } from 'playwright-core'

/** One opening of the page in a browser that never saw it, beside what it is compared with. ms. */
export interface FirstView {
  /** Of the server: from the first call of the API that comes in to the last answer that went out. */
  readonly server: number
  /** Of the server's processor meanwhile, over all its threads. */
  readonly processor: number
  readonly ours: Drawn
  /** The same page beside an empty store. */
  readonly empty: Drawn
  /** A page of one line. */
  readonly line: Drawn
}

/** One page in the browser. ms. */
export interface Drawn {
  /** From asking for the page until its first list is on the screen. */
  readonly drawn: number
  /** Of the processor, over all processes of the browser: hardly more on a busy machine. */
  readonly worked: number
}

/** Hears of every call of the API. */
export function watchCalls() {
  let first: number | undefined
  let last = 0
  let before = process.cpuUsage()
  let used = 0
  return {
    watch: (app: FastifyInstance): void => {
      app.addHook('onRequest', async ({ url }) => {
        if (!url.includes('/api/') || first !== undefined) return
        first = performance.now()
        before = process.cpuUsage()
      })
      app.addHook('onResponse', async ({ url }) => {
        if (!url.includes('/api/')) return
        last = performance.now()
        const { user, system } = process.cpuUsage(before)
        used = (user + system) / 1_000
      })
    },
    start: () => {
      first = undefined
    },
    measured: () => ({ server: last - (first ?? last), processor: used }),
  }
}

/**
 * Opens a page until `words` are on the screen. Nothing is asked of the page before that: Playwright's own looking costs some
 * 50 ms of the browser's processor.
 *
 * @returns from asking for the page until the words are drawn, as the browser itself says, and what its processes worked. ms
 */
export async function openUntil(browser: Browser, pageUrl: string, words: string): Promise<Drawn> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(tellDrawn(words))
    await idle(browser)
    const before = await workOf(browser)
    const told = page.waitForEvent('console', (message) => message.text().startsWith(sign))
    await page.goto(pageUrl, { waitUntil: 'commit' })
    const drawn = Number((await told).text().slice(sign.length))
    const after = await workOf(browser)
    const worked = [...after].map(([id, work]) => work - (before.get(id) ?? 0)).reduce((sum, work) => sum + work, 0)
    return { drawn, worked }
  } finally {
    await context.close()
  }
}

/** Waits until a new window has come to rest, for 6 s at most: who opens the page has one already. */
async function idle(browser: Browser): Promise<void> {
  const work = async () => [...(await workOf(browser)).values()].reduce((sum, one) => sum + one, 0)
  let before = await work()
  for (let look = 0; look < 20; look++) {
    await setTimeout(300)
    const now = await work()
    if (now - before < quiet) return
    before = now
  }
}

// ms of the processor in 300 ms. A window at rest needs some, and so does the question.
const quiet = 30

/** What each process of the browser has had of the processor so far: ms, by its number. */
async function workOf(browser: Browser): Promise<ReadonlyMap<number, number>> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime * 1_000]))
}

const sign = 'drawn at '

/** The second frame begins when the first, with the words in it, is on the screen. */
function tellDrawn(words: string): string {
  return `new MutationObserver((_changes, observer) => {
    if (document.body?.textContent.includes(${JSON.stringify(words)}) !== true) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => console.debug('${sign}' + performance.now())))
  }).observe(document, { childList: true, subtree: true })`
}

/** What is on the page of one line. */
export const oneLine = 'one line'

/** A page of one line, drawn by a script as ours is: what the browser itself takes on this machine. @returns its address */
export async function serveOneLine(app: FastifyInstance): Promise<string> {
  app.get('/', (_request, reply) => reply.type('text/html').send(`<!doctype html><title>One</title><body>${script}`))
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const script = `<script>document.body.append('${oneLine}')</script>`
