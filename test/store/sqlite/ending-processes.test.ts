import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
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
    const index = new URL('../../../src/store/sqlite/index.ts', import.meta.url).href
    const script = `
      import { sqliteStore } from ${JSON.stringify(index)}
      const opened = sqliteStore(process.argv[1]).open({ registration: 'default', log: console })
      await opened.ready
      await opened.close()`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, fileOfTest()])
    await expect(run).resolves.toBeDefined()
  })

  it('is not told that SQLite is an experiment', async () => {
    const child = await startChild(fileOfTest(), 'close')
    await child.ended
    expect(child.errors.join('')).not.toMatch(/SQLite/i)
  })
})
