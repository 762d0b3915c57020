import { describe, expect, it } from 'vitest'
import { isLeftOut, isReady, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`what the page says of the process of the application${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('that it starts, that it is down and why, and that it is up again, each as it happens', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    const state = page.getByRole('banner').getByRole('status')
    const alert = page.getByRole('alert')
    const tell = (told: Partial<NonNullable<typeof sim.appProcess>>) => {
      sim.appProcess = { name: 'app.ts', state: 'up', since: sim.now(), starts: 1, problem: null, ...told }
    }
    tell({ state: 'starting', starts: 0 })
    await state.getByText('app.ts starts…').waitFor()
    expect(await alert.count()).toBe(0)
    tell({})
    await state.getByText('App connected').waitFor()
    tell({ state: 'down', problem: 'SyntaxError: Unexpected token \u202e in app.ts:3' })
    await state.getByText('App is down').waitFor()
    // What comes over the wire is shown as what it is.
    await alert
      .getByText('app.ts is down: SyntaxError: Unexpected token ‹202E› in app.ts:3. Fix it, and it starts again.')
      .waitFor()
    tell({ state: 'down' })
    await alert.getByText('app.ts is down. Fix it, and it starts again.').waitFor()
    tell({ starts: 2 })
    await state.getByText(/^App restarted \d\d:\d\d:\d\d$/).waitFor()
    await alert.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  it('that it is there, once the simulator answers again, though nothing else happens', async () => {
    const { sim } = await shop()
    const { page } = await open(sim)
    let refused = 0
    let isCut = true
    await page.route(/_simulator\/state$/, (route) => {
      if (!isCut) return route.continue()
      refused += 1
      return route.abort()
    })
    await page.reload()
    await expect.poll(() => refused).toBeGreaterThan(2)
    isCut = false
    await isReady(page)
  })
})
