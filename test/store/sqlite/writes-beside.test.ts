import { expect, it } from 'vitest'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { writesBeside } from '../../../src/store/sqlite/writes-beside.ts'
import { fileOfTest, openStore } from './opened.ts'

it('writes what is asked for at one moment in one transaction, and nothing of it where one part fails', async () => {
  const file = fileOfTest()
  await (await openStore(file)).close()
  let transactions = 0
  const write = writesBeside(file, 1_000, (act) => {
    transactions += 1
    return act()
  })
  const put = (seq: number) =>
    write((connection) => connection.prepare('INSERT INTO requests VALUES (?) RETURNING seq').get(seq)?.seq)
  const numbers = Array.from({ length: 50 }, (_, at) => at + 1)
  expect(await Promise.all(numbers.map(put))).toEqual(numbers)
  expect(transactions).toBe(1)

  const ends = await Promise.allSettled([put(51), put(50), put(52)])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await put(53)).toBe(53)
  const reader = new DatabaseSync(file)
  const kept = reader.prepare('SELECT seq FROM requests ORDER BY seq').all()
  reader.close()
  expect(kept.map(({ seq }) => seq)).toEqual([...numbers, 53])
})
