import { expect, it } from 'vitest'
import plugin from '../../src/index.ts'
import { silentLog } from '../../src/log.ts'
import type { Store } from '../../src/store/store.ts'
import { message } from '../cli/look/kept-store.ts'
import { appWith } from '../http/app.ts'
import { realStores } from '../store/real-stores.ts'

const payment = () => undefined

/** A notification that waits in a store, of a name. */
async function leave(store: Store, registration: string): Promise<void> {
  const user = store.open({ registration, log: silentLog })
  await user.ready
  await user.inbox.accept(message('VOTE'), false)
  await user.close()
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
