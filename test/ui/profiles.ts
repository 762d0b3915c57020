import type { Browser, Page } from 'playwright-core'

/**
 * Contexts of a browser that no test is in: the process of their pages, and what it has read, are there for the next one. They
 * stand beside the browsers of a worker: a module may be read anew for a file.
 */
const left: WeakMap<Browser, Map<string, Profile[]>> = Reflect.get(globalThis, 'profilesOfTests') ?? new WeakMap()
Reflect.set(globalThis, 'profilesOfTests', left)

/** A context that no other page of a test is in, with nothing stored. */
export async function profileOf(browser: Browser, permissions?: readonly string[]): Promise<Profile> {
  const ofBrowser = left.get(browser) ?? new Map<string, Profile[]>()
  left.set(browser, ofBrowser)
  const name = permissions?.join(' ') ?? 'as by default'
  const free = ofBrowser.get(name) ?? []
  ofBrowser.set(name, free)
  const there = free.pop()
  if (there !== undefined) return there
  const context = await browser.newContext(permissions === undefined ? {} : { permissions: [...permissions] })
  // The process of a context's pages ends with the last of them.
  const kept = await context.newPage()
  const session = await context.newCDPSession(kept)
  let isForGood = false
  let opened: Page | undefined
  const profile: Profile = {
    async open() {
      if (opened !== undefined) return opened
      const page = await context.newPage()
      // The clock of a page is that of all pages of its context, also of those that come; a script that it begins with stays.
      const clock = {
        get() {
          isForGood = true
          return context.clock
        },
      }
      const addInitScript: Page['addInitScript'] = (...given) => {
        isForGood = true
        return context.addInitScript(...given)
      }
      opened = Object.defineProperties(page, { clock, addInitScript: { value: addInitScript } })
      return opened
    },
    async leave(origin) {
      if (isForGood) return context.close()
      for (const page of context.pages()) if (page !== kept && page !== opened) await page.close()
      if (opened?.isClosed() === false) await forget(opened)
      else opened = undefined
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
      free.push(profile)
    },
  }
  return profile
}

/** As a new page: it takes a third less to use one again than to open one. */
async function forget(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll()
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  await page.emulateMedia(asInNewPages)
}

const asInNewPages = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const

export interface Profile {
  /** Its page: one at a time. */
  open(): Promise<Page>
  /** Forgets what its page was and stored, and closes others. @param origin of the pages */
  leave(origin: string): Promise<void>
}
