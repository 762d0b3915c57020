import { execSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Log, silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { FileLock } from '../../../src/store/sqlite/main/file-lock.ts'
import { filesOthersRead } from '../../../src/store/sqlite/main/file-names.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest, openStore } from './opened.ts'

const nothing = (): void => undefined

function rightsIn(folder: string, file: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.startsWith(basename(file)))
  return Object.fromEntries(
    names.map((name) => [name.replace(basename(file), ''), (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}

/** As an earlier version left it. */
async function makeReadable(file: string): Promise<void> {
  await openWith(file, silentLog)
  chmodSync(file, 0o644)
}

async function openWith(file: string, log: Log): Promise<void> {
  const opened = sqliteStore(file).open({ registration: 'default', log })
  await opened.ready
  await opened.close()
}

describe('the files of a store', () => {
  it('are made for their owner alone, and their folder keeps its rights', async () => {
    const file = fileOfTest()
    chmodSync(dirname(file), 0o755)
    const { inbox, turns } = await openStore(file)
    await inbox.accept(entryOf(), false)
    await turns.sweep(0, 1)
    const rights = rightsIn(dirname(file), file)
    expect(Object.keys(rights)).toEqual(expect.arrayContaining(['', '-wal', '-shm', '-turns', '-lock', '-owner']))
    expect(new Set(Object.values(rights))).toEqual(new Set(['600']))
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o755)
  })

  it('keep the rights that they have', async () => {
    const file = fileOfTest()
    writeFileSync(file, '', { mode: 0o640 })
    chmodSync(file, 0o640)
    await openStore(file)
    expect(rightsIn(dirname(file), file)).toMatchObject({ '': '640', '-wal': '640', '-turns': '600' })
  })

  it('that others can read are warned of once, with the command that changes it', async () => {
    const file = `${fileOfTest()} of Ama's`
    chmodSync(dirname(file), 0o755)
    await makeReadable(file)
    const told: unknown[] = []
    const log = { ...silentLog, warn: (...line: unknown[]) => told.push(line) }
    const opened = ['default', 'tickets'].map((registration) => sqliteStore(file).open({ registration, log }))
    await Promise.all(opened.map(({ ready }) => ready))
    const files = ['', '-wal', '-shm'].map((end) => `${file}${end}`)
    const command = files.map((name) => name.replace("'", "'\\''")).join("' '")
    expect(told).toEqual([[{ files }, `others on this machine can read what the store keeps: chmod o= '${command}'`]])
    execSync(String(told).replace(/^.*: (?=chmod)/s, ''))
    expect(rightsIn(dirname(file), file)).toMatchObject({ '': '640', '-wal': '640', '-shm': '640', '-turns': '600' })
    await Promise.all(opened.map((store) => store.close()))
    await openWith(file, log)
    expect(told).toHaveLength(1)
  })

  it('are none to be warned of where they are gone', () => {
    const file = fileOfTest()
    chmodSync(dirname(file), 0o755)
    expect(filesOthersRead(file)).toEqual([])
  })

  it('are not warned of where nobody else can enter their folder, nor on Windows', async () => {
    const file = fileOfTest()
    await makeReadable(file)
    const told: unknown[] = []
    const log = { ...silentLog, warn: (...line: unknown[]) => told.push(line) }
    await openWith(file, log)
    chmodSync(dirname(file), 0o755)
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    await openWith(file, log)
    platform.mockRestore()
    expect(told).toEqual([])
  })

  it.each(['-lock', '-owner'])(
    'are refused where %s is a symbolic link, and what it leads to stays as it is',
    async (name) => {
      const file = fileOfTest()
      const other = `${file}-of-somebody-else`
      writeFileSync(other, 'precious')
      symlinkSync(other, `${file}${name}`)
      const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
      await expect(opened.ready).rejects.toMatchObject({
        code: 'FMW_STORE_UNAVAILABLE',
        message: expect.stringContaining(`${file}${name} is a symbolic link`),
      })
      await opened.close()
      expect(readFileSync(other, 'utf8')).toBe('precious')
    },
  )

  it.each(['', '-turns'])('are not made where a symbolic link at %j leads nowhere', async (name) => {
    const file = fileOfTest()
    symlinkSync(`${file}-nowhere`, `${file}${name}`)
    const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
    await expect(opened.ready).rejects.toMatchObject({ code: 'FMW_STORE_UNAVAILABLE' })
    await opened.close()
    expect(lstatSync(`${file}-nowhere`, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('that cannot be made are told', async () => {
    const folder = `${fileOfTest()}-folder`
    mkdirSync(folder)
    const lock = new FileLock(join(folder, 'no', 'such', 'folder'))
    await expect(lock.take(0, nothing)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
