import { afterEach, expect, it, vi } from 'vitest'
import { codeIn, read } from '../../docs/documents.ts'
import { run } from '../run.ts'
import { keptStore, paid } from './kept-store.ts'

afterEach(() => vi.unstubAllEnvs())

/** The commands of the runbooks of the alerts that look into a store, as they are written. */
const commands = codeIn(read('docs/guides/metrics.md').replace(/^```[\s\S]*?^```$/gm, ''))
  .filter((code) => /^npx fastify-merchant-webhooks (?:inbox|stops|start)/.test(code))
  .map((code) => code.replace('npx fastify-merchant-webhooks ', ''))

it('the runbooks have such commands', () => expect(commands.length).toBeGreaterThan(6))

it.each(commands)('%s works as written, where MERCHANT_STORE names the store', async (command) => {
  const { file, opened, accept } = await keptStore()
  await accept(paid('order-1041'))
  const [claim] = await opened.inbox.claim(1)
  const attempt = { number: 1, startedAt: 0, ms: 1, error: 'no database', replay: false }
  if (claim !== undefined) await opened.inbox.settle(claim, { state: 'dead', attempt, review: ['unhandled'] })
  vi.stubEnv('MERCHANT_STORE', file)
  const args = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const { code, err: said } = await run(...args)
  const err = said.replaceAll(/^to be replayed: \d of \d\n?/gm, '')
  // One that says that nothing is stopped has looked.
  expect({ command, code, err }).toEqual({ command, code: 0, err: '' })
})
