import { describe, expect, it } from 'vitest'
import { type OperatorRight, operatorRights } from '../../../src/operations/page/access.ts'
import { operatorRoutes } from '../../../src/operations/page/operator-routes.ts'
import { allBut, officeOf } from './office.ts'

/** What each address takes, so that a refusal is never for something else. */
const bodies: Readonly<Record<string, object>> = {
  overview: {},
  entries: {},
  entry: { name: 'a' },
  trail: {},
  sessions: {},
  session: { session: 'a' },
  'session/unmask': { session: 'a', reason: 'a complaint' },
  'drop-off': {},
  unmask: { name: 'a', reason: 'a complaint' },
  export: { name: 'a' },
  'export/page': { name: 'a' },
  replay: { name: 'a' },
  note: { name: 'a', note: 'called' },
  settle: { name: 'a', note: 'done' },
  'redrive/dry-run': {},
  redrive: { limit: 1, confirmation: 'x' },
  'settle-all/dry-run': {},
  'settle-all': { limit: 1, confirmation: 'x', note: 'looked at' },
  stop: { kind: 'checkout', reason: 'a complaint' },
  start: { kind: 'checkout' },
}

const needed = operatorRoutes.flatMap(({ path, right }) =>
  [...new Set<OperatorRight>(['look', right])].map((missing) => [path, missing] as const),
)

describe('a right that is refused', () => {
  it('is tried at every address', () => {
    expect(operatorRoutes.map(({ path }) => path)).toEqual(Object.keys(bodies))
    expect(new Set(operatorRoutes.map(({ right }) => right))).toEqual(new Set(operatorRights))
  })

  it.each(needed)('keeps %s shut without %s, whatever else is there', async (path, missing) => {
    const { ask } = await officeOf({ access: () => allBut(missing) })
    expect(await ask(path, bodies[path])).toMatchObject({
      status: 403,
      body: { code: 'FMW_OPERATOR_RIGHT', message: expect.stringContaining(`'${missing}'`) },
    })
  })

  it.each(operatorRoutes.map(({ path }) => path))('keeps %s shut to those who may do nothing', async (path) => {
    const { ask } = await officeOf({ access: () => false })
    expect(await ask(path, bodies[path])).toMatchObject({ status: 404, body: { code: 'FMW_OPERATOR_UNKNOWN' } })
  })

  it.each(operatorRoutes.map(({ path, right }) => [path, right] as const))(
    'is all that keeps %s shut: with look and %s it answers',
    async (path, right) => {
      const { ask } = await officeOf({ access: () => new Set<OperatorRight>(['look', right]) })
      const { status, body } = await ask(path, bodies[path])
      expect([200, 404, 409]).toContain(status)
      if (status !== 200) expect(body.code).toMatch(/^FMW_(?:ENTRY_UNKNOWN|SESSION_UNKNOWN|OPERATOR_CONFIRMATION)$/)
    },
  )

  it('is told to the page with those that are there', async () => {
    const { ask } = await officeOf({ access: () => ['look', 'note'] })
    expect((await ask('overview')).body.operator).toEqual({ by: 'an operator', rights: ['look', 'note'] })
    expect(operatorRights).toHaveLength(7)
  })
})
