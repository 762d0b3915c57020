import { silentLog } from '../src/log.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { sealStore } from '../src/store/sealed/sealed-store.ts'
import type { Store } from '../src/store/store.ts'
import { done, entryOf } from '../src/testing/store-suite/samples.ts'

// What sealing costs an entry: accepted with its claim, settled, and read once more by its id. In memory, so that nothing
// else is measured. Prints µs of this process for each entry; run it on a machine that does nothing else.
const entries = 4_000
const rounds = 9
const payload = Buffer.from(JSON.stringify({ carrier: 'json', fields: { text: 'x'.repeat(650) } }))
const secrets = ['the secret of the benchmark']

async function work(store: Store): Promise<number> {
  const opened = store.open({ registration: 'default', log: silentLog })
  const begun = process.cpuUsage()
  for (let each = 0; each < entries; each++) {
    const entry = entryOf({ payload })
    const accepted = await opened.inbox.accept(entry, true)
    if (accepted.status !== 'accepted' || accepted.claim === undefined) throw new Error('it is the head of its lane')
    await opened.inbox.settle(accepted.claim, done())
    await opened.inbox.get('default', entry.id)
  }
  const { user, system } = process.cpuUsage(begun)
  await opened.close()
  return (user + system) / entries
}

const kinds = {
  plain: () => memoryStore(),
  'wrapped, not sealed': () => sealStore(memoryStore(), { secrets, isSealing: false }),
  sealed: () => sealStore(memoryStore(), { secrets, isSealing: true }),
}
const costs = new Map<string, number[]>()
for (let round = 0; round < rounds; round++) {
  for (const [kind, make] of Object.entries(kinds)) costs.set(kind, [...(costs.get(kind) ?? []), await work(make())])
}
for (const [kind, each] of costs) {
  const sorted = each.toSorted((one, other) => one - other)
  console.log(
    `${kind.padEnd(20)} ${sorted[Math.floor(rounds / 2)]?.toFixed(1)} µs an entry (${sorted[0]?.toFixed(1)} at best)`,
  )
}
