import { expect, it } from 'vitest'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { freshDatabase, sql } from '../store/postgres/bench.ts'
import { call, other, own, pay, report, settled, shopOn, write } from './shop.ts'

const tables = ['entries', 'active', 'identities', 'sessions', 'turns', 'effects', 'resumables', 'trail']

it('no row of PostgreSQL holds the number of somebody who was erased', async () => {
  const url = await freshDatabase()
  const app = await shopOn(postgresStore(url))
  for (const mobile of [own, other]) {
    await pay(app, `paid-${mobile.slice(-2)}`, mobile)
    await pay(app, `also-${mobile.slice(-2)}`, mobile, { Amount: 7 })
    await report(app, `report-${mobile.slice(-2)}`, mobile)
    await write(app, mobile, `It is ${mobile}`)
    await call(app, mobile)
  }
  await settled(app)
  const tablesWith = async (digits: string) => {
    const found: string[] = []
    for (const table of tables) {
      const bytes = table === 'entries' ? "|| encode(payload, 'escape')" : ''
      const { rows } = await sql(
        url,
        `SELECT count(*)::int AS n FROM merchant.${table} t WHERE t::text ${bytes} ~ '(^|[^0-9])${digits}($|[^0-9])'`,
      )
      if (rows[0]?.n > 0) found.push(table)
    }
    return found
  }
  expect(await tablesWith(own.slice(1))).toEqual(['entries', 'turns', 'effects'])
  expect(await app.merchant.erase({ phone: own })).toMatchObject({ erased: 2, masked: 2, kept: [] })
  expect(await tablesWith(own.slice(1))).toEqual([])
  expect(await tablesWith(other.slice(1))).toEqual(['entries', 'turns'])
})
