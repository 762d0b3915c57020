import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FileLock, readOwner } from '../../../src/store/sqlite/main/file-lock.ts'
import { fileOfTest } from './opened.ts'

describe('who has the files', () => {
  it.each(['', 'null', '7', '{"pid":1}', '{"since":"now"}'])('is unknown where it says %j', async (text) => {
    const file = fileOfTest()
    const lock = new FileLock(file)
    await lock.take(0, () => undefined)
    writeFileSync(`${file}-owner`, text)
    expect(await readOwner(file)).toBeUndefined()
    await expect(new FileLock(file).take(0, () => undefined)).rejects.toThrow(/does not say which/)
    await lock.release()
  })
})
