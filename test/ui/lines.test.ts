import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import { isLeftOut, shop, startSimulator, useBrowser, why } from './browser.ts'

// A browser has six lines to a host, for all its tabs.
describe.skipIf(isLeftOut)(`the lines of a browser${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('are free while ten phones wait for a slow application', async () => {
    const sim = await startSimulator({ clock: { ...systemClock, after: () => () => undefined } })
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    const app = Fastify()
    onTestFinished(() => app.close())
    app.post('/push/ussd', () => promise.then(() => ({ Type: 'Response', Message: 'How many?' })))
    onTestFinished(() => letGo())
    await sim.connect(await app.listen({ port: 0 }).then((address) => `${address}/push`))
    for (let last = 10; last < 20; last += 1) sim.phone(`+2330000000${last}`)
    const { page } = await open(sim, '#view=phones')
    const dial = page.getByRole('button', { name: 'Dial', exact: true })
    await expect.poll(() => dial.count()).toBe(10)
    for (let phone = 0; phone < 10; phone += 1) await dial.first().click()
    await expect.poll(() => sim.log.pending().length).toBe(10)
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.getByRole('checkbox', { name: /^Duplicate/ }).click()
    await expect.poll(() => sim.faults.list().map(({ name }) => name)).toEqual(['duplicate'])
    letGo()
    await expect.poll(() => page.getByRole('log').getByText('How many?').count()).toBe(10)
  })

  it('are given back by a tab that nobody sees; seen again, it goes on where it was', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => void (/\/log/.test(request.url()) && asked.push(request.url())))
    const see = (isSeen: boolean) =>
      page.evaluate(`{
        Object.defineProperty(document, 'hidden', { value: ${!isSeen}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }`)
    await sim.trigger('checkout')
    await page.getByText('1 row', { exact: true }).waitFor()
    await see(false)
    await see(true)
    await page.clock.fastForward(6_000)
    await sim.trigger('checkout')
    await page.getByText('2 rows', { exact: true }).waitFor()
    expect(asked).toEqual([])
    await see(false)
    await page.clock.fastForward(6_000)
    await sim.trigger('checkout')
    await page.clock.fastForward(1_000)
    await page.getByText('2 rows', { exact: true }).waitFor()
    await see(true)
    await page.getByText('3 rows', { exact: true }).waitFor()
    expect(asked).toEqual([expect.stringMatching(/log\/events\?lastEventId=[0-9a-f]{8}-2$/)])
    expect(complaints).toEqual([])
  })
})
