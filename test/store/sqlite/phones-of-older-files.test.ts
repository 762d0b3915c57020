import { expect, it } from 'vitest'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { entryOf } from '../postgres/samples.ts'
import { fileOfTest, openStore } from './opened.ts'

it('a file from before phones had digests is gone on with: what it has is found by reference, what comes also by phone', async () => {
  const file = fileOfTest()
  const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout: 0 })
  migrate(connection, inboxSchema.slice(0, 3))
  connection.exec(`
    INSERT INTO registrations VALUES (1, 'default');
    INSERT INTO entries VALUES (1, 1, 'checkout', 'old', 'lane', 'order-1', NULL, NULL, 1, 1, 'push', x'00', NULL, 'f', x'7b7d');
    INSERT INTO open_entries VALUES (1, 'lane', 1, 0, 1, 0, 0, '', 0, 0)`)
  connection.close()
  const { inbox } = await openStore(file)
  await inbox.accept(entryOf({ id: 'new', reference: 'order-1', phones: ['one'] }), false)
  const idsOf = async (filter: { readonly reference?: string; readonly phone?: string }) =>
    (await inbox.list({ registration: 'default', limit: 10, ...filter })).entries.map(({ id }) => id)
  expect(await idsOf({ reference: 'order-1' })).toEqual(['new', 'old'])
  expect(await idsOf({ phone: 'one' })).toEqual(['new'])
})
