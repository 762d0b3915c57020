import { expect, it } from 'vitest'
import { done, entryOf, rejectedOf } from '../../../src/testing/store-suite/samples.ts'
import { workOne } from '../../../src/testing/store-suite/working.ts'
import { openMemory } from './opened.ts'

const phone = 'digest of +233000000042'
const query = { registration: 'default', phone, limit: 10 }

it('an entry that names one phone twice is found once by it, and is forgotten like another', async () => {
  const { inbox } = openMemory({ finished: 1 })
  const twice = entryOf({ phones: [phone, phone] })
  await workOne(inbox, twice, done())
  expect((await inbox.list(query)).entries.map(({ id }) => id)).toEqual([twice.id])
  await inbox.accept(rejectedOf(), false)
  expect((await inbox.list(query)).entries).toEqual([])
})

it('the entries of one phone are found for as long as one of them is kept', async () => {
  const { inbox } = openMemory({ finished: 2 })
  const [first, second] = [entryOf({ phones: [phone] }), entryOf({ phones: [phone] })]
  await workOne(inbox, first, done())
  await workOne(inbox, second, done())
  await inbox.accept(rejectedOf(), false)
  expect((await inbox.list(query)).entries.map(({ id }) => id)).toEqual([second.id])
  await inbox.accept(rejectedOf(), false)
  expect((await inbox.list(query)).entries).toEqual([])
})
