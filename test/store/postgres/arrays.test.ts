import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromColumn, rowsOf, toColumn } from '../../../src/store/postgres/statement.ts'
import { freshDatabase } from './bench.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: await freshDatabase() })
  await client.connect()
})
afterAll(() => client.end())

const text = 'SELECT element FROM unnest($1::text[]) WITH ORDINALITY AS n (element, place) ORDER BY place'

async function sent(list: readonly (string | null)[]): Promise<readonly (string | null)[]> {
  return (await rowsOf(client, { text }, [list])).map(([element = null]) => element)
}

it('what an array is to say is what the server reads, whatever its texts hold', async () => {
  const odd = [
    '',
    ' ',
    'NULL',
    'null',
    'Null',
    '{',
    '}',
    '{}',
    ',',
    '"',
    '\\',
    '\\"',
    'a b',
    'a\nb',
    '\t',
    "'",
    '💶',
    'é',
  ]
  const plain = ['order-7', 'checkout:checkoutId:5f|paid', 'aGk+/w==', '-9223372036854775808']
  const list = [...odd, null, ...plain, null]
  expect(await sent(list)).toEqual(list)
  expect(await sent([])).toEqual([])
})

it('any text that a column takes comes back from an array', async () => {
  const element = fc.option(fc.string({ unit: 'binary' }).map(toColumn))
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 8 }), async (list) => {
      const came = await sent(list)
      expect(came.map((one) => one && fromColumn(one))).toEqual(list.map((one) => one && fromColumn(one)))
    }),
  )
})

it('numbers and flags need no quotes', async () => {
  const numbers = 'SELECT sum(n)::text FROM unnest($1::bigint[]) n'
  expect(await rowsOf(client, { text: numbers }, [[1, null, 2_000_000_000_000]])).toEqual([['2000000000001']])
  const flags = 'SELECT count(*) FILTER (WHERE f)::text FROM unnest($1::boolean[]) f'
  expect(await rowsOf(client, { text: flags }, [[true, false, null, true]])).toEqual([['2']])
})
