import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databasesOf } from '../../faults/harness/new-database.ts'
import { startPostgres } from '../../postgres-server.ts'
import { attack } from './attack.ts'

// The long form of hostile.test.ts: `npm run test:hostile -- --requests 200000 --seed 1 --store sqlite`. See CONTRIBUTING.md.
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    store: { type: 'string', default: 'sqlite' },
  },
})
const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'fmw-hostile-'))
const server = values.store === 'postgres' ? await startPostgres() : undefined
try {
  const { findings, slowest, statuses, ...counts } = await attack({
    requests: Number(values.requests),
    seed: Number(values.seed),
    from: Number(values.from),
    store: server === undefined ? join(folder, 'merchant.db') : await databasesOf(server.url)(),
    most: 100,
    progress: (done, found) => {
      if (done % 10_000 === 0) console.log(`${done} requests`, found)
    },
  })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.table([{ store: values.store, seed: Number(values.seed), ...counts, seconds }])
  console.table(statuses)
  console.log('held longest by one request, ms of the processor:', slowest ?? 'none long enough to be told of')
  for (const { what, times, label, index, shows, bytes } of findings) {
    console.log(`\n${what}: ${times} times; the smallest is a ${label}, index ${index}\n${shows}\n${printed(bytes)}`)
  }
  console.log(findings.length === 0 ? 'everything holds' : `${findings.length} findings`)
  if (findings.length > 0) process.exitCode = 1
} finally {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
}

/** As text, so that it can be sent again by hand. */
function printed(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'))
  return text.length > 3_000 ? `${text.slice(0, 1_500)} … ${text.slice(-500)} (${bytes.length} bytes)` : text
}
