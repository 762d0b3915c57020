import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { silentLog } from '../../src/log.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { sealStore } from '../../src/store/sealed/sealed-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import type { OpenStore, Store, StoreLook } from '../../src/store/store.ts'
import { bytesOf, done, entryOf } from '../../src/testing/store-suite/samples.ts'
import { newDatabase } from '../postgres-shared.ts'
import { bin } from './bin.ts'
import { run, runAt } from './run.ts'

const [fresh, old] = ['the new secret of this test', 'the old secret of this test']

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-reseal-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'merchant.db')
}

async function openWith(store: Store, secrets: readonly string[]): Promise<OpenStore> {
  const opened = sealStore(store, { secrets, isSealing: true }).open({ registration: 'default', log: silentLog })
  onTestFinished(() => opened.close())
  await opened.ready
  return opened
}

/** Looks at a store as whoever has one secret. */
async function lookWith(store: Store, secret: string): Promise<StoreLook> {
  const look = await sealStore(store, { secrets: [secret], isSealing: false }).look?.()
  if (look === undefined) throw new Error('there is a look')
  onTestFinished(() => look.close())
  return look
}

/** Keeps entries under a secret. @returns the id of the first */
async function fill(store: Store, secret: string, count: number): Promise<string> {
  const opened = await openWith(store, [secret])
  const entries = Array.from({ length: count }, () => entryOf({ payload: bytesOf('"Ama"') }))
  await Promise.all(entries.map((entry) => opened.inbox.accept(entry, false)))
  await opened.close()
  return entries[0]?.id ?? ''
}

function given(...secrets: readonly string[]): void {
  vi.stubEnv('MERCHANT_SECRET', secrets.join())
  onTestFinished(() => void vi.unstubAllEnvs())
}

it('says how many it sealed anew, with a bar for a person, and then that the old secret can go', async () => {
  const file = newFile()
  await fill(sqliteStore(file), old, 3)
  given(fresh, old)
  const drawn: string[] = []
  const first = await runAt({ progress: (line) => drawn.push(line), columns: 80 }, 'reseal', '--store', file)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toBe(
    '3 values were sealed anew under the first secret.\nRun it again in a minute: what is being worked on now may be kept as it was read.',
  )
  expect(drawn.join('\n')).toContain('rows looked at')
  expect(drawn.at(-1)).toBe('')
  expect(await run('reseal', '--store', file)).toEqual({
    code: 0,
    out: 'Nothing is sealed under the other secrets: take them out, and restart.',
    err: '',
  })
  given(fresh)
  const alone = await run('reseal', '--store', file)
  expect(alone).toEqual({ code: 0, out: '0 values were sealed anew under the first secret.', err: '' })
})

it('ends with 1 and names how many stay closed, as JSON too', async () => {
  const file = newFile()
  await fill(sqliteStore(file), 'a third secret', 2)
  given(fresh, old)
  const { code, out, err } = await run('reseal', '--store', file, '--json')
  expect(JSON.parse(out)).toEqual({ resealed: 0, closed: 2, isDone: true })
  expect([code, err]).toEqual([1, '2 values open with none of these secrets, and stay as they are.'])
})

it('asks for the secrets, in the environment and by no option', async () => {
  given('')
  const { code, err } = await run('reseal', '--store', newFile())
  expect(code).toBe(2)
  expect(err).toContain('Set MERCHANT_SECRET to the new secret and the old ones')
})

it.each([
  ['SQLite', async () => newFile(), (place: string) => sqliteStore(place)],
  ['PostgreSQL', () => newDatabase(inject('postgresPort')), (place: string) => postgresStore(place)],
])(
  'on %s it is killed in the middle, beside an application that writes, and another run does the rest',
  async (_name, make, storeAt) => {
    const place = await make()
    const first = await fill(storeAt(place), old, 3_000)
    const app = await openWith(storeAt(place), [fresh, old])
    const look = await lookWith(storeAt(place), fresh)
    let isOver = false
    const working = (async () => {
      for (let count = 0; ; count++) {
        if (isOver) return count
        await app.inbox.accept(entryOf({ payload: bytesOf('"Ama"') }), false)
        for (const claim of await app.inbox.claim(2)) expect(await app.inbox.settle(claim, done())).toBe(true)
      }
    })()

    const child = spawn(process.execPath, [bin, 'reseal', '--store', place], {
      env: { ...process.env, MERCHANT_SECRET: `${fresh},${old}` },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    onTestFinished(() => void child.kill('SIGKILL'))
    given(fresh)
    // Nothing opens with the new secret alone but what is sealed anew.
    const left = async (): Promise<number> => JSON.parse((await run('reseal', '--store', place, '--json')).out).closed
    await vi.waitFor(() => look.inbox.get('default', first), { timeout: 60_000, interval: 1 })
    child.kill('SIGKILL')
    await ended
    const rest = await left()
    given(fresh, old)
    const second = await run('reseal', '--store', place, '--json')
    isOver = true
    expect(await working).toBeGreaterThan(0)
    expect(second.code).toBe(0)
    expect(JSON.parse(second.out).resealed).toBeLessThanOrEqual(rest)
    expect(await run('reseal', '--store', place)).toMatchObject({ code: 0 })
    expect(JSON.parse((await run('reseal', '--store', place, '--json')).out)).toEqual({
      resealed: 0,
      closed: 0,
      isDone: true,
    })
    await app.close()
    given(fresh)
    expect(await left()).toBe(0)
    expect(rest).toBeGreaterThan(0)
  },
)
