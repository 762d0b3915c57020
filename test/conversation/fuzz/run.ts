import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

// The long form of ../fuzz.test.ts: `npm run test:fuzz -- --turns 100000 --seed 1`. See CONTRIBUTING.md.
const { values } = parseArgs({
  options: { turns: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const startedAt = performance.now()
const { failure, ...counts } = await fuzz({
  turns: Number(values.turns),
  seed: Number(values.seed),
  progress: (turns) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${turns} turns`)
  },
})
console.table([{ ...counts, seed: Number(values.seed), seconds: Math.round((performance.now() - startedAt) / 1_000) }])
console.log(failure ?? 'everything holds')
if (failure !== undefined) process.exitCode = 1
