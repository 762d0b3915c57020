import { expect, it } from 'vitest'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { fileOfTest, openStore } from './opened.ts'

it('a file from before waiting entries had reasons is gone on with: what waits in it gets one when it is put off', async () => {
  const file = fileOfTest()
  const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout: 0 })
  migrate(connection, inboxSchema.slice(0, 8))
  connection.exec(`
    INSERT INTO registrations VALUES (1, 'default');
    INSERT INTO entries VALUES (1, 1, 'checkout', 'old', 'lane', 'order-1', NULL, NULL, 1, 1, 'push', NULL, NULL, 'f', x'7b7d', NULL, NULL);
    INSERT INTO open_entries VALUES (1, 'lane', 1, 0, 1, 2, 0, '', 0, 0)`)
  connection.close()
  const { inbox } = await openStore(file)
  const reasons = async () =>
    (await inbox.list({ registration: 'default', limit: 10 })).entries.map(({ reason, failures }) => [reason, failures])
  expect(await reasons()).toEqual([[null, 2]])
  const [claim] = await inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  expect(await inbox.settle(claim, { state: 'handedBack', retryIn: 60_000, reason: 'no answer yet' })).toBe(true)
  expect(await reasons()).toEqual([['no answer yet', 2]])
})
