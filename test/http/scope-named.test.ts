import { createRequire } from 'node:module'
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import merchantWebhooks from '../../src/index.ts'

const require = createRequire(import.meta.url)

it('no scope of the plugin has Fastify look for its name among all modules that were ever required', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const looked = vi.spyOn(Object, 'keys')
  onTestFinished(() => looked.mockRestore())
  await app.register(merchantWebhooks, { verify: 'none', prefix: '/push', ussd: (_push, turn) => turn.end('Tea') })
  await app.ready()
  expect(looked.mock.calls.filter(([given]) => given === require.cache)).toEqual([])
})
