import type { EntryState } from '../../../src/store/entry.ts'
import { buildApplication } from './application.ts'

// A process of its own: see test/faults/harness/application-process.ts.
const { app, opened } = await buildApplication(JSON.parse(process.argv[2] ?? ''))

/** What the parent may ask. */
const answers: Readonly<Record<string, () => unknown>> = {
  count: () => opened.inbox.count({ registration: 'default' }),
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

async function listEntries(): Promise<unknown[]> {
  const found: { state: EntryState; failures: number; attempts: number; conflictsWith: string | null }[] = []
  let cursor: string | undefined
  do {
    const page = await opened.inbox.list({ registration: 'default', limit: 1_000, cursor })
    for (const { state, failures, attempts, conflictsWith } of page.entries) {
      found.push({ state, failures, attempts: attempts.length, conflictsWith })
    }
    cursor = page.next
  } while (cursor !== undefined)
  return found
}
