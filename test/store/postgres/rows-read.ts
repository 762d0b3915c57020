import pg from 'pg'
import type { Ask } from '../../../src/store/postgres/ask.ts'
import { rowsOf } from '../../../src/store/postgres/statement.ts'

/**
 * Rows of tables that the server went through for what was asked, whether they were wanted or not.
 *
 * @param mode which plan it makes: `force_custom_plan` for the values that it gets, `force_generic_plan` for any
 */
export async function rowsRead(url: string, mode: string, look: (ask: Ask) => Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`SET plan_cache_mode = ${mode}`)
    let read = 0
    await look(async (text, values) => {
      await client.query(`PREPARE asked AS ${text}`)
      const given = values.map((value) => client.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value)))
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE asked ${given.length === 0 ? '' : `(${given.join(', ')})`}`,
      )
      await client.query('DEALLOCATE asked')
      read += rowsOfPlan(rows[0]['QUERY PLAN'][0].Plan)
      return rowsOf(client, { text }, values)
    })
    return read
  } finally {
    await client.end()
  }
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsOfPlan(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsOfPlan(plan), 0)
  if (node['Relation Name'] === undefined) return below
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return below + (node['Actual Rows'] + removed) * node['Actual Loops']
}
