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
  let isClockMoved = false
  const profile: Profile = {
    async open() {
      const page = await context.newPage()
      const clock = {
        get() {
          isClockMoved = true
          return context.clock
        },
      }
      return Object.defineProperty(page, 'clock', clock)
    },
    async leave(origin) {
      // The clock of a page is that of all pages of its context, also of those that come.
      if (isClockMoved) return context.close()
      for (const page of context.pages()) if (page !== kept) await page.close()
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
      free.push(profile)
    },
  }
  return profile
}

export interface Profile {
  open(): Promise<Page>
  /** Closes its pages and forgets what they stored. @param origin of the pages */
  leave(origin: string): Promise<void>
}
