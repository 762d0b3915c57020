import type { StoreLook } from '../store.ts'
import { askWith, PostgresInboxLook } from './inbox/inbox-look.ts'
import { notify, workChannel, workPayload } from './inbox/work-notifier.ts'
import type { PostgresSettings } from './options.ts'
import { ServerFailure, toUnavailable } from './server/failure.ts'
import { Link } from './server/link.ts'
import { ignore, within } from './server/within.ts'
import { fromColumn, textAt } from './statement.ts'
import { PostgresSessionLook } from './turns/session-look.ts'

/**
 * Looks at a store as a tool does: it claims nothing, so it needs no sign of life.
 *
 * @throws FMW_STORE_UNAVAILABLE, FMW_STORE_SCHEMA
 */
export async function lookAt(settings: PostgresSettings): Promise<StoreLook> {
  const { name, schema } = settings
  const link = new Link({ ...settings, migrate: false }, silent, [])
  try {
    await within('the server', link.ready)
  } catch (error) {
    const { why } = link
    await link.close()
    // It is waited for without end there; here it is told what stood in the way.
    const isAway = error instanceof ServerFailure && why !== undefined
    throw toUnavailable(name, isAway ? new ServerFailure({ kind: 'away', why }) : error)
  }
  const ask = askWith(async (text, values) => {
    try {
      return await link.run(text, values)
    } catch (error) {
      throw toUnavailable(name, error)
    }
  })
  return {
    registrations: async () => {
      const rows = await ask(registrationsOf(schema), [])
      return rows.map((row) => fromColumn(textAt(row, 0)))
    },
    // The application looks once a second anyway; this only saves it the wait.
    inbox: new PostgresInboxLook(schema, ask, (registration) => {
      link.run(notify, [workChannel(schema), workPayload(registration)]).catch(ignore)
    }),
    sessions: new PostgresSessionLook(schema, ask),
    close: () => link.close(),
  }
}

/** From one name to the next by the index, however many rows each has. */
function registrationsOf(schema: string): string {
  return `WITH RECURSIVE entry AS (
      (SELECT e.registration FROM ${schema}.entries e ORDER BY e.registration LIMIT 1)
      UNION ALL
      SELECT (SELECT e.registration FROM ${schema}.entries e WHERE e.registration > entry.registration
        ORDER BY e.registration LIMIT 1)
      FROM entry WHERE entry.registration IS NOT NULL
    ), session AS (
      (SELECT s.registration FROM ${schema}.sessions s ORDER BY s.registration LIMIT 1)
      UNION ALL
      SELECT (SELECT s.registration FROM ${schema}.sessions s WHERE s.registration > session.registration
        ORDER BY s.registration LIMIT 1)
      FROM session WHERE session.registration IS NOT NULL
    )
    SELECT registration FROM entry WHERE registration IS NOT NULL
    UNION SELECT registration FROM session WHERE registration IS NOT NULL ORDER BY 1`
}

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
