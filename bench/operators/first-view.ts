import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Browser } from 'playwright-core'

/** One opening of the page in a browser that never saw it. ms. */
export interface FirstView {
  /** Of the server: from the first call of the API that comes in to the last answer that went out. */
  readonly server: number
  /** Of the server's processor meanwhile, over all its threads. */
  readonly processor: number
  /** From asking for the page until its first list is drawn, as the browser itself says. */
  readonly drawn: number
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

export async function openFirst(
  browser: Browser,
  pageUrl: string,
  calls: ReturnType<typeof watchCalls>,
): Promise<FirstView> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(markDrawn)
    calls.start()
    await page.goto(pageUrl)
    await page.locator('[data-row]').first().waitFor()
    await page.getByText('1,000+').first().waitFor()
    // The policy of the page forbids Playwright's own way to wait for it.
    let drawn: number | null = null
    while (drawn === null) drawn = await page.evaluate(drawnAt)
    return { ...calls.measured(), drawn }
  } finally {
    await context.close()
  }
}

const drawnAt = "performance.getEntriesByName('drawn')[0]?.startTime ?? null"

/** The second frame begins when the first, with the rows in it, is on the screen. */
const markDrawn = `new MutationObserver((_changes, observer) => {
  if (document.querySelector('[data-row]') === null) return
  observer.disconnect()
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')))
}).observe(document, { childList: true, subtree: true })`
