import pg from 'pg'
import { silentLog } from '../../../../src/log.ts'
import { postgresStore } from '../../../../src/store/postgres/index.ts'

/** A process with a store on a pool that it made itself. It asks the store for something when it is told to, and says how that went. */
const [url = ''] = process.argv.slice(2)
// Nothing is idle for long: whoever asks has to connect.
const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 1 })
const user = postgresStore(pool, { schema: 'own_pool' }).open({ registration: 'default', log: silentLog })
await user.ready
process.on('message', async (told) => {
  if (told === 'ask') {
    const end = await user.turns.sweep(0, 1).then(
      () => 'well',
      () => 'failed',
    )
    process.send?.(end)
    return
  }
  await user.close()
  await pool.end()
  process.disconnect()
})
process.send?.('ready')
