import { afterAll, describe, expect, it, vi } from 'vitest'
import { blocksOf, blockUnder, read } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const block = blockUnder('README.md', 'First code', 'js')
const shells = blocksOf('README.md').filter(({ language, heading }) => language === 'sh' && heading === 'First code')
const workshop = openWorkshop()

afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
})

describe('the first code of the README', () => {
  it('answers what is dialled with the screen that the README shows, and its answer with the next', async () => {
    const [, start, ...pushes] = shells.map(({ code }) => code)
    const [, secret = ''] = /PUSH_SECRET=(\S+) node menu\.mjs/.exec(start ?? '') ?? []
    vi.stubEnv('PUSH_SECRET', secret)
    vi.stubEnv('PORT', '0')
    const code = block.code.replace('const app = Fastify({ logger: true })', 'export const app = Fastify()')
    const app = appOf(await run(workshop, { ...block, code }))
    try {
      const { port } = Object(app.server.address())
      const answers = []
      for (const push of pushes) {
        const [, path = '', body = ''] =
          /localhost:3000(\/\S+)[^']*'content-type: application\/json'[^']*'(.*)'/s.exec(push) ?? []
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        answers.push([response.status, await response.json()])
      }
      const screens = blocksOf('README.md').filter(
        ({ language, heading }) => language === 'json' && heading === 'First code',
      )
      expect(answers).toEqual(screens.map(({ code }) => [200, JSON.parse(code)]))
    } finally {
      await app.close()
    }
  })

  it('stands in a page of 900 words at most', () => {
    expect(read('README.md').split(/\s+/).length).toBeLessThan(900)
  })
})
