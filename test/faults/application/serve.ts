import { entryKinds } from '../../../src/store/entry.ts'
import type { KeptEntry } from '../harness/application-process.ts'
import type { ApplicationSettings } from '../harness/application-settings.ts'
import { buildApplication } from './application.ts'
import { buildTill } from './till.ts'

// A process of its own: see test/faults/harness/application-process.ts.
const settings: ApplicationSettings = JSON.parse(process.argv[2] ?? '')
const { clockAhead = 0 } = settings
if (clockAhead !== 0) {
  const machineTime = Date.now
  Date.now = () => machineTime() + clockAhead
}
const { app, opened } = await (settings.till === undefined
  ? buildApplication(settings)
  : buildTill(settings, settings.till))

/** What the parent may ask. */
const answers: Readonly<Record<string, () => unknown>> = {
  // A payment that a session asked for waits five minutes before its notice is looked for.
  count: () =>
    opened.inbox.count({ registration: 'default', kinds: entryKinds.filter((kind) => kind !== 'askedPayment') }),
  health: () => opened.health(),
  memory: () => process.memoryUsage.rss(),
  entries: listEntries,
  close: () => app.close(),
}

process.on('message', async ({ id, question }: { readonly id: number; readonly question: string }) => {
  try {
    process.send?.({ id, answer: await answers[question]?.() })
  } catch (error) {
    process.send?.({ id, failed: String(error) })
  }
})
process.on('disconnect', () => process.exit())
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : undefined })

async function listEntries(): Promise<KeptEntry[]> {
  const found: KeptEntry[] = []
  let cursor: string | undefined
  do {
    const page = await opened.inbox.list({ registration: 'default', limit: 1_000, cursor })
    for (const { kind, id, reference, state, failures, attempts, conflictsWith, reason } of page.entries) {
      found.push({ kind, id, reference, state, failures, attempts: attempts.length, conflictsWith, reason })
    }
    cursor = page.next
  } while (cursor !== undefined)
  return found
}
