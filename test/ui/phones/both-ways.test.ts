import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks from '../../../src/index.ts'
import { isLeftOut, startSimulator, useBrowser, why } from '../browser.ts'

const number = '+233000000001'

describe.skipIf(isLeftOut)(`a screen in Arabic and French${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it.each(['smart', 'basic'] as const)('%s: each line begins at its own side, as on a phone', async (skin) => {
    const sim = await startSimulator()
    const app = Fastify()
    onTestFinished(() => app.close())
    await app.register(merchantWebhooks, { verify: 'none', ussd: (_, turn) => turn.prompt('1. شاي\n2. Thé') })
    await sim.connect(app)
    await sim.phone(number, { skin }).dial('*713#')
    const { page } = await open(sim)
    const screen = page.getByRole('article').getByRole('log', { name: `Screen of ${number}` })
    await screen.getByText('Thé').waitFor()
    const [room, ...begins] = await page.evaluate<readonly number[]>(`(() => {
      const screen = document.querySelector('article [role=log]')
      const text = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT).nextNode()
      const begins = [0, text.data.indexOf('2.')].map((at) => {
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return range.getBoundingClientRect().left - screen.getBoundingClientRect().left
      })
      return [screen.clientWidth, ...begins]
    })()`)
    expect(begins[0]).toBeGreaterThan((room ?? Number.NaN) / 2)
    expect(begins[1]).toBeLessThan(20)
  })
})
