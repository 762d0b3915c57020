import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../src/testing/store-suite/suite-context.ts'
import { atTerminal, hasTerminal } from '../pseudo-terminal.ts'

const down = '\u001b[B'
const enter = '\r'
const ctrlC = '\u0003'
const ctrlD = '\u0004'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'shop')
}

// One process: a signal finds all there is of it.
const waits = `node -e "fs.writeFileSync('started', ''); setInterval(() => undefined, 60_000)"`

describe.runIf(hasTerminal)('the questions of init', () => {
  test.each([
    ['Enter takes JavaScript, as --yes does', [enter], 'app.js'],
    ['the second one is TypeScript', [down, enter], 'app.ts'],
  ])('%s', async (_what, keys, written) => {
    const folder = newFolder()
    const { shows, press, exit } = atTerminal(['init', folder, '--no-install'])
    await shows(/Which language\?[\s\S]*JavaScript[\s\S]*TypeScript/)
    for (const key of keys) press(key)
    await shows(/Next:/)
    expect(await exit).toBe(0)
    expect(existsSync(join(folder, written))).toBe(true)
  })

  test.each([
    ['Ctrl-C', 130],
    ['Ctrl-D', 1],
    ['a terminal that goes away', 1],
  ])('%s at either cancels: nothing is written, it says so and ends with %i', async (what, code) => {
    for (const [args, question] of [
      [[], /Which language\?[\s\S]*TypeScript/],
      [['--js'], /Install what it needs[\s\S]*Yes/],
    ] as const) {
      const folder = newFolder()
      const { shows, press, leave, exit } = atTerminal(['init', folder, ...args])
      await shows(question)
      if (what === 'a terminal that goes away') leave()
      else press(what === 'Ctrl-C' ? ctrlC : ctrlD)
      await shows(/Nothing was written\./)
      expect(await exit).toBe(code)
      expect(existsSync(folder)).toBe(false)
    }
  })

  test.each([
    ['the install', { preinstall: waits }, /npm install\s+npm test +# [^:]+\n/],
    ['the test', { test: waits }, /Next:\s+cd \S+\s+npm test +# [^:]+\n/],
  ])(
    'Ctrl-C in %s ends at once: what is written stays, it says what is left, and ends with 130',
    async (_what, scripts, left) => {
      const folder = newFolder()
      mkdirSync(join(folder, 'empty'), { recursive: true })
      writeFileSync(join(folder, 'empty/package.json'), '{"name":"empty","version":"5.0.0"}')
      const dependencies = { fastify: 'file:empty', 'fastify-merchant-webhooks': 'file:empty' }
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts, dependencies }))
      const { shows, press, exit } = atTerminal(['init', folder, '--js'])
      await shows(/Install what it needs[\s\S]*Yes/)
      press(enter)
      await eventually('npm runs it', () => existsSync(join(folder, 'started')))
      press(ctrlC)
      expect(await shows(/The project is written\. Ctrl-C left the rest to you\./)).toMatch(left)
      expect(await exit).toBe(130)
      expect(existsSync(join(folder, 'app.js'))).toBe(true)
    },
  )

  test('a no to the install writes the project, and leaves npm to you', async () => {
    const folder = newFolder()
    const { shows, press, exit } = atTerminal(['init', folder, '--js'])
    await shows(/Install what it needs[\s\S]*Yes/)
    press('n')
    await shows(/npm install\n|npm install\r/)
    expect(await exit).toBe(0)
    expect(existsSync(join(folder, 'app.js'))).toBe(true)
  })
})
