import { beforeEach, describe, expect, it } from 'vitest'
import { inboxSchema } from '../../../src/store/sqlite/inbox/inbox-schema.ts'
import { openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { migrate } from '../../../src/store/sqlite/worker/migrate.ts'
import { fileOfTest, openStore } from './opened.ts'

let file: string
beforeEach(() => {
  file = fileOfTest()
})

/** A file of entries with these numbers, all of one name but every tenth; what is between them was forgotten. */
function fill(numbers: readonly number[], steps: readonly string[]): void {
  const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout: 0 })
  migrate(connection, steps)
  connection.exec(`BEGIN; INSERT INTO registrations VALUES (1, 'default'), (2, 'other')`)
  const insert = connection.prepare(`
    INSERT INTO entries VALUES (?, ?, 'checkout', ?, ?, ?, ?, NULL, 1, 1, 'push', NULL, NULL, 'f', x'7b7d', ?, ?)`)
  const end = connection.prepare(`INSERT INTO ends VALUES (?, ?, 'done', 1, 0, 0, '', NULL)`)
  for (const number of numbers) {
    const isOurs = number % 10 !== 0
    const registration = number % 10 === 5 ? 2 : 1
    const name = isOurs ? 'ours' : 'theirs'
    insert.run(number, registration, `e${number}`, `l${number}`, name, name, name, isOurs ? 'payer' : null)
    end.run(number, registration)
  }
  connection.exec('COMMIT')
  connection.close()
}

const expectedOf = (numbers: readonly number[]): readonly string[] =>
  numbers
    .filter((number) => number % 10 !== 0 && number % 10 !== 5)
    .toReversed()
    .map((number) => `e${number}`)

const apart = [1, 2, 5, 10, 1_023, 1_024, 1_025, 5_120, 5_121, 5_125, 20_001, 20_479, 20_481]

describe.each([
  { name: { reference: 'ours' } },
  { name: { session: 'ours' } },
  { name: { phone: 'ours' } },
  { name: { phone: 'payer' } },
])('entries by $name', ({ name }) => {
  it('are found in every block, newest first, with nothing in the blocks between them', async () => {
    fill(apart, inboxSchema)
    const { inbox } = await openStore(file)
    const { entries } = await inbox.list({ registration: 'default', limit: 100, ...name })
    expect(entries.map(({ id }) => id)).toEqual(expectedOf(apart))
    expect(await inbox.count({ registration: 'default', ...name })).toMatchObject({ done: expectedOf(apart).length })
  })

  it('are listed a page at a time', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 1 + index * 100)
    fill(numbers, inboxSchema)
    const { inbox } = await openStore(file)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await inbox.list({ registration: 'default', limit: 7, cursor, ...name })
      found.push(...page.entries.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== undefined)
    expect(found).toEqual(expectedOf(numbers))
  })

  it('are none where there are no entries at all', async () => {
    const { inbox } = await openStore(file)
    expect(await inbox.list({ registration: 'default', limit: 10, ...name })).toEqual({ entries: [], next: undefined })
  })
})

it('a file whose names stood in no blocks yet is gone on with', async () => {
  fill(apart, inboxSchema.slice(0, -1))
  const { inbox } = await openStore(file)
  const { entries } = await inbox.list({ registration: 'default', limit: 100, phone: 'ours' })
  expect(entries.map(({ id }) => id)).toEqual(expectedOf(apart))
})
