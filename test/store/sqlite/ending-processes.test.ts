import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startChild } from './child-process.ts'
import { fileOfTest } from './opened.ts'

describe('a process that uses the store', () => {
  it('ends by itself once the store is closed', async () => {
    const child = await startChild(fileOfTest(), 'close')
    expect(await child.ended).toEqual([0, null])
  })

  it('is not kept alive by a store that has nothing to do', async () => {
    const child = await startChild(fileOfTest(), 'leave')
    expect(await child.ended).toEqual([0, null])
  })

  it('may be given its script as text', async () => {
    const index = new URL('../../../dist/store/sqlite/index.js', import.meta.url).href
    const script = `
      import { sqliteStore } from ${JSON.stringify(index)}
      const opened = sqliteStore(process.argv[1]).open({ registration: 'default', log: console })
      await opened.ready
      await opened.close()`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, fileOfTest()])
    await expect(run).resolves.toBeDefined()
  })

  it('may run under node --watch, which has each thread say what it loads', async () => {
    const index = new URL('../../../dist/store/sqlite/index.js', import.meta.url).href
    const script = join(dirname(fileOfTest()), 'watched.mjs')
    writeFileSync(
      script,
      `import { sqliteStore } from ${JSON.stringify(index)}
      const opened = sqliteStore(${JSON.stringify(fileOfTest())}).open({ registration: 'default', log: console })
      opened.ready.then(() => console.log('opened'), ({ message }) => console.log(message))`,
    )
    const child = spawn(process.execPath, ['--watch', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill())
    const [first] = await once(createInterface({ input: child.stdout }), 'line')
    expect(first).toBe('opened')
  })

  it('is not told that SQLite is an experiment', async () => {
    const child = await startChild(fileOfTest(), 'close')
    await child.ended
    expect(child.errors.join('')).not.toMatch(/SQLite/i)
  })
})
