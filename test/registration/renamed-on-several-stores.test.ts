import { symlinkSync, unlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { storeFindings } from '../../src/cli/doctor/project/store.ts'
import plugin from '../../src/index.ts'
import { silentLog } from '../../src/log.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { storeOn } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { message } from '../cli/look/kept-store.ts'
import { appWith } from '../http/app.ts'
import { freshDatabase } from '../store/postgres/bench.ts'
import { realStores } from '../store/real-stores.ts'
import { newFile, removeFiles } from '../store/sqlite/files.ts'
import { startHere } from '../store/sqlite/threads-here.ts'

const payment = () => undefined

/** A notification that waits in a store, of a name. */
async function leave(store: Store, registration: string): Promise<void> {
  const user = store.open({ registration, log: silentLog })
  await user.ready
  await user.inbox.accept(message('VOTE'), false)
  await user.close()
}

/** Two stores on the same tables, with another spelling of their place each. */
function spelledTwice(make: 'SQLite' | 'PostgreSQL'): Promise<readonly [Store, Store]> {
  return make === 'SQLite' ? fileTwice() : serverTwice()
}

async function fileTwice() {
  const file = newFile()
  const folder = `${dirname(file)}-by-another-name-${basename(file)}`
  symlinkSync(dirname(file), folder)
  onTestFinished(() => {
    unlinkSync(folder)
    removeFiles(file)
  })
  return [storeOn(startHere, file, {}), storeOn(startHere, join(folder, basename(file)), {})] as const
}

async function serverTwice() {
  const url = await freshDatabase()
  const other = new URL(url)
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  return [postgresStore(url), postgresStore(other.href)] as const
}

/** An application with a registration for each name, on a store of its own. @returns what its log warns of */
async function startedWith(stores: Readonly<Record<string, Store>>) {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) }
  const [[name, store] = ['', undefined], ...others] = Object.entries(stores)
  if (store === undefined) throw new Error('no store')
  const app = await appWith({ name, store, payment }, { server: { logger: { level: 'warn', stream } } })
  for (const [name, store] of others) {
    await app.register(plugin, { name, prefix: `/${name}`, verify: 'none', store, payment })
  }
  await app.ready()
  return () =>
    lines
      .filter(({ msg }) => String(msg).includes('a registration that does not use this store'))
      .map(({ registration, place }) => ({ registration, place }))
      .sort((a, b) => String(a.registration).localeCompare(String(b.registration)))
}

it.each(realStores)(
  'A registration that was renamed is warned of on its own store, whichever it is: %s',
  async (_name, make) => {
    const first = make()
    const second = make()
    await leave(second(), 'two')
    const store = second()
    const warned = await startedWith({ one: first(), zwei: store })
    await expect.poll(warned).toEqual([{ registration: 'two', place: store.place }])
  },
)

it.each(['SQLite', 'PostgreSQL'] as const)(
  'A name that is served on the same tables by another spelling of their place is not left behind: %s',
  async (make) => {
    const [one, other] = await spelledTwice(make)
    expect(one.place).not.toBe(other.place)
    for (const name of ['one', 'two', 'old']) await leave(one, name)
    const warned = await startedWith({ one, two: other })
    await expect.poll(() => warned().map(({ registration }) => registration)).toEqual(['old', 'old'])
    const registered = { publicUrl: undefined, takesMoney: true, lacks: [], kinds: [] }
    const all = Object.entries({ one, two: other }).map(([registration, store]) => ({
      ...registered,
      registration,
      store,
    }))
    for (const each of all) {
      const findings = await storeFindings(each, all, '.', { dependencies: [], scripts: [] })
      expect(findings.filter(({ check }) => check === 'left behind').map(({ says }) => says)).toEqual([
        expect.stringContaining("'old'"),
      ])
    }
  },
)

it.each(realStores)('Registrations that swapped their stores are warned of on both: %s', async (_name, make) => {
  const first = make()
  const second = make()
  await leave(first(), 'one')
  await leave(second(), 'two')
  const stores = { one: second(), two: first() }
  const warned = await startedWith(stores)
  await expect.poll(warned).toEqual([
    { registration: 'one', place: stores.two.place },
    { registration: 'two', place: stores.one.place },
  ])
})
