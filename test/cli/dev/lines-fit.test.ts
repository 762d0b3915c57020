import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtPackage } from '../bin.ts'
import { atTerminal, hasTerminal } from '../pseudo-terminal.ts'

const app = `import Fastify from '${import.meta.resolve('fastify')}'
import merchantWebhooks from '${builtPackage()}'
export const app = Fastify({ logger: true })
await app.register(merchantWebhooks, { verify: 'none', ussd: (push, turn) => turn.end('Bye') })
app.log.info({ reference: 'order-1', city: 'a town by the sea' }, 'the driver has handed an order over to its customer')`

describe.runIf(hasTerminal)('dev at a terminal of 80 columns', () => {
  it('breaks its own lines and those of the log between words, and goes on under the first one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'merchant-dev-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = 'the-application-of-a-shop.mjs'
    writeFileSync(join(folder, file), app)
    const { shows, press, exit } = atTerminal(['dev', file, '--no-open', '--port', '0'], folder)
    const shown = await shows(/Ctrl-C ends both\./)
    press('\u0003')
    expect(await exit).toBe(0)
    expect(shown.split(/\r?\n/).filter((line) => line.length > 80)).toEqual([])
    expect(shown).toMatch(
      /\n\d\d:\d\d:\d\d the driver has handed an order over to its customer {2}\S+\r?\n {9}city=a town by the sea\r?\n/,
    )
    expect(shown).toMatch(
      /\nApp {3}the-application-of-a-shop\.mjs on http:\S+, starts[ a-z]*\r?\n {6}[ a-z]*each change\r?\n/,
    )
  })
})
