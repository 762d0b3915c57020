import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runVitest } from '../simulator/record/run-vitest.ts'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const kit = fileURLToPath(new URL('../../src/testing/phone/phone.ts', import.meta.url))

const tests = `import { afterEach, test } from 'vitest'
import { phone } from ${JSON.stringify(kit)}

const caller = () => phone('http://127.0.0.1:1/ussd')
let left
afterEach(() => left?.run().catch(() => undefined))

test('forgets the await', () => { caller().dial('*713#').expectScreen('Something else') })
test('forgets it again', async () => { caller().dial('*713#') })
test('awaits, though not at once', async () => {
  const steps = caller().dial('*713#')
  await new Promise((resolve) => setTimeout(resolve, 20))
  await steps.run().catch(() => undefined)
})
test('leaves steps to its afterEach', () => { left = caller().dial('*713#') })
test.concurrent('beside another', async () => { await caller().dial('*713#').run().catch(() => undefined) })
test.concurrent('beside it', async () => { await caller().dial('*713#').run().catch(() => undefined) })
`

// Each run of vitest is a process of its own.
describe('steps that nobody awaits, of an application that nobody closes', { timeout: 300_000 }, () => {
  it.each(['forks', 'threads'])(
    'fail their own test in %s, and no other, at the line of the first step',
    async (pool) => {
      const folder = mkdtempSync(join(tmpdir(), 'not-awaited-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      symlinkSync(modules, join(folder, 'node_modules'))
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      writeFileSync(join(folder, 'vitest.config.js'), `export default { test: { pool: '${pool}' } }`)
      writeFileSync(join(folder, 'forgets.test.js'), tests)
      const { code, out } = await runVitest(folder)
      expect(code).toBe(1)
      expect(out).toMatch(/Tests +2 failed \| 4 passed/)
      expect(out).toMatch(/FAIL .*forgets the await/)
      expect(out).toMatch(/FAIL .*forgets it again/)
      expect(out).toContain('put await before phone(…)')
      expect(out).toContain('forgets.test.js:8:')
    },
  )
})
