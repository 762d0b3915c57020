import { expect, test } from 'vitest'
import { messageCodes } from '../../src/catalogue/message-codes.ts'

test('the table has the rows of reference 7.3, in its order', () => {
  expect(messageCodes.map((row) => [row.http, row.subcode])).toEqual([
    [200, undefined],
    [201, 0],
    [400, 100],
    [400, 1],
    [400, 2],
    [400, 3],
    [400, 4],
    [400, 5],
    [400, 6],
    [400, 7],
    [400, 8],
    [401, undefined],
    [402, undefined],
    [403, undefined],
    [404, undefined],
    [500, undefined],
    [502, undefined],
  ])
})

test('the code of a row is its status, with the subcode behind it where there is one', () => {
  for (const row of messageCodes) {
    expect(row.code).toBe(row.subcode === undefined ? String(row.http) : `${row.http}/${row.subcode}`)
    expect(row.meaning).not.toBe('')
  }
})
