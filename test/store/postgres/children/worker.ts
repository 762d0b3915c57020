import type pg from 'pg'
import { postgresStore } from '../../../../src/store/postgres/index.ts'
import type { OpenStore } from '../../../../src/store/store.ts'
import { entryOf, turnOf } from '../samples.ts'

/** A process of its own that works on a store until it is killed: see child.ts. */
const [url = '', job = ''] = process.argv.slice(2)
const nothing = () => undefined
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const store = postgresStore(url, { connections: 6 })
const user = store.open({ registration: 'default', log })
process.on('disconnect', () => process.exit())
await user.ready

const jobs: Readonly<Record<string, (user: OpenStore) => Promise<unknown>>> = {
  /** Holds what it finds. */
  hold: async ({ inbox }) => (await inbox.claim(100)).map(({ entry }) => entry.id),
  /** Holds an entry that it accepts itself. */
  accept: async ({ inbox }) => inbox.accept(entryOf({ id: 'checkout:held', lane: 'checkout:held' }), true),
  /** Leaves a turn open. */
  turn: async ({ turns }) => turns.open(turnOf('begun')),
  /** Sends one notification again and again. */
  storm: async ({ inbox }) => {
    const copies = Array.from({ length: 100 }, () => inbox.accept(entryOf({ id: 'checkout:storm' }), true))
    return (await Promise.all(copies)).map((acceptance) => ({
      status: acceptance.status,
      isClaimed: 'claim' in acceptance && acceptance.claim !== undefined,
    }))
  },
  /** Works, each entry in a transaction of its own. */
  work: async ({ inbox }) => {
    for (;;) {
      const claims = await inbox.claim(8)
      for (const claim of claims) {
        const attempt = {}
        inbox.attach?.(attempt, claim)
        await store
          .transaction(attempt, (tx: pg.PoolClient) =>
            tx.query('INSERT INTO effects (id, lane, pid) VALUES ($1, $2, $3)', [
              claim.entry.id,
              claim.entry.lane,
              process.pid,
            ]),
          )
          .catch(nothing)
      }
      if (claims.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
}

process.send?.('ready')
const told = await jobs[job]?.(user)
process.send?.({ told })
