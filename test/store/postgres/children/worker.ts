import { silentLog } from '../../../../src/log.ts'
import { postgresStore } from '../../../../src/store/postgres/index.ts'
import type { OpenStore } from '../../../../src/store/store.ts'
import { entryOf, turnOf } from '../samples.ts'

/** A process of its own that works on a store until it is killed: see child.ts. */
const [url = '', job = ''] = process.argv.slice(2)
const user = postgresStore(url, { connections: 6 }).open({ registration: 'default', log: silentLog })
process.on('disconnect', () => process.exit())
await user.ready

const jobs: Readonly<Record<string, (user: OpenStore) => Promise<unknown>>> = {
  /** Holds what it finds. */
  hold: async ({ inbox }) => (await inbox.claim(100)).map(({ entry }) => entry.id),
  /** Holds an entry that it accepts itself. */
  accept: async ({ inbox }) => inbox.accept(entryOf({ id: 'checkout:held', lane: 'checkout:held' }), true),
  /** Leaves a turn open. */
  turn: async ({ turns }) => turns.open(turnOf('begun')),
}

process.send?.('ready')
const told = await jobs[job]?.(user)
process.send?.({ told })
