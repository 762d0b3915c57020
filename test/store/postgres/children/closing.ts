import { silentLog } from '../../../../src/log.ts'
import { postgresStore } from '../../../../src/store/postgres/index.ts'

/** A process that closes its store when it is told to, and has nothing else to do then. */
const [url = ''] = process.argv.slice(2)
const user = postgresStore(url, { connections: 6 }).open({ registration: 'default', log: silentLog })
await user.ready
// Some that rest in the pool.
await Promise.all([1, 2, 3, 4].map((most) => user.turns.sweep(0, most)))
process.once('message', async () => {
  await user.close()
  process.disconnect()
})
process.send?.('ready')
