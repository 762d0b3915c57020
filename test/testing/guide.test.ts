import { readdirSync, readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import merchantWebhooks, { kinds } from '../../src/index.ts'
import { fixtures, loadFixture } from '../../src/testing/fixture.ts'

// The guides' code is the code of `test/testing/guide`, which the compiler checks. What ends in `.test.ts` there
// runs by itself; the rest runs here.

const guides = new URL('../../docs/guides/', import.meta.url)
const guide = readdirSync(guides)
  .filter((name) => name.startsWith('testing'))
  .map((name) => readFileSync(new URL(name, guides), 'utf8'))
  .join('\n')
const folder = new URL('./guide/', import.meta.url)

let app: FastifyInstance
beforeEach(async () => {
  app = Fastify()
  await app.register(merchantWebhooks, {
    verify: 'none',
    ussd: (push, turn) => turn.prompt(push.type === 'initiation' ? '1. Tea' : 'How many?'),
  })
  vi.stubEnv('USSD_URL', `${await app.listen({ host: '127.0.0.1', port: 0 })}/ussd`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await app.close()
})

/** The same names stand in another order where they are paths. */
function inOrder(code = ''): string {
  return code.replace(/(?:^import .*\n)+/gm, (imports) => imports.split('\n').toSorted().join('\n'))
}

describe('the guides on testing', () => {
  it('show exactly the code that the tests run', () => {
    const shown = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
    const run = readdirSync(folder).map((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .replaceAll("'../../../src/index.ts'", "'fastify-merchant-webhooks'")
        .replaceAll("'../../../src/conversation/index.ts'", "'fastify-merchant-webhooks/conversation'")
        .replaceAll("'../../../src/client/index.ts'", "'fastify-merchant-webhooks/client'")
        .replaceAll("'../../../src/simulator/index.ts'", "'fastify-merchant-webhooks/simulator'")
        .replaceAll("'../../../src/testing/index.ts'", "'fastify-merchant-webhooks/testing'"),
    )
    expect(shown.map(inOrder).toSorted()).toEqual(run.map(inOrder).toSorted())
  })

  it('dial a real address and print what came back', async () => {
    const printed: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text))

    await import('./guide/address.ts')

    expect(printed).toEqual(['dial *713#\n  1. Tea\nreply 1\n  How many?\nhang up'])
  })

  it('dial an application and print the transcript that they show', async () => {
    const printed: unknown[] = []
    vi.spyOn(console, 'log').mockImplementation((text) => printed.push(text))

    await import('./guide/application.ts')

    expect(guide).toContain(`\`\`\`text\n${printed.join('\n')}\n\`\`\``)
  })

  it('name fixtures that exist', () => {
    const pattern = new RegExp(`\`((?:${kinds.join('|')})/[a-z0-9-]+)\``, 'g')
    const named = [...guide.matchAll(pattern)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(5)
    expect(named.map((name) => loadFixture(name).name)).toEqual(named)
    expect(fixtures().length).toBeGreaterThan(named.length)
  })
})
