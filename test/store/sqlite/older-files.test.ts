import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { sqliteBackup } from '../../../src/store/sqlite/index.ts'
import { turnsSchema } from '../../../src/store/sqlite/turns/turns-schema.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { run } from '../../cli/run.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

/** Files as an older version of the package has them. */
async function olderFiles(): Promise<string> {
  const file = fileOfTest()
  await (await openStore(file, startHere)).close()
  for (const [name, steps] of [
    [file, inboxSchema],
    [`${file}-turns`, turnsSchema],
  ] as const) {
    const connection = new DatabaseSync(name)
    connection.exec(`PRAGMA user_version = ${steps.length - 1}`)
    connection.close()
  }
  return file
}

it('Files of an older version are backed up by a newer one, as they are', async () => {
  const file = await olderFiles()
  const { files } = await sqliteBackup(file, `${file}.copy`)
  expect(files).toHaveLength(2)
  const copy = new DatabaseSync(files[0]?.file ?? '', { readOnly: true })
  expect(copy.prepare('PRAGMA user_version').get()).toEqual({ user_version: inboxSchema.length - 1 })
  copy.close()
})

it('Files that no store has made are not backed up', async () => {
  const file = fileOfTest()
  for (const name of [file, `${file}-turns`]) new DatabaseSync(name).exec('VACUUM')
  expect(existsSync(file)).toBe(true)
  await expect(sqliteBackup(file, `${file}.copy`)).rejects.toThrow(/nothing is kept in it yet/)
  const { code, err } = await run('inbox', '--store', file)
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('start the application once') })
})

it.each(['check-sessions', 'replay-day'])(
  '%s does not say that anything breaks where the store is of an older version',
  async (command) => {
    const file = await olderFiles()
    const { code, out, err } = await run(command, '--store', file, '--against', 'next/app.js')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/use the command of the version that runs on it.*Take this command from the version that runs/s)
    expect(err).not.toContain('start the application once')
  },
)
