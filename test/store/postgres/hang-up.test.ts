import pg from 'pg'
import { expect, it } from 'vitest'
import { hangUp } from '../../../src/store/postgres/server/pg-client.ts'

it('ends a connection at once, and leaves a client alone that has none', () => {
  const client = new pg.Client()
  const { stream } = client.connection
  for (const connection of [undefined, null, {}, { stream: 'none' }]) {
    const other = new pg.Client()
    Reflect.set(other, 'connection', connection)
    expect(() => hangUp(other)).not.toThrow()
  }
  const bare = new pg.Client()
  Reflect.deleteProperty(bare, 'connection')
  expect(() => hangUp(bare)).not.toThrow()
  hangUp(client)
  expect(stream.destroyed).toBe(true)
})
