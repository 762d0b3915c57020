import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
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
