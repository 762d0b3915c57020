import { startPostgres } from '../postgres-server.ts'
import { CannotRun } from './harness/cannot-run.ts'
import { databasesOf } from './harness/new-database.ts'
import { describeOutcome, type Outcome, outcomeOf } from './report.ts'
import type { Scenario, ScenarioSettings } from './scenario.ts'
import { type RunSettings, readSettings, usage } from './settings.ts'

const secondsBetweenLines = 15
let nextLineAt = 0

// The proof of what the stores promise, in its long form: `npm run test:faults`. See CONTRIBUTING.md.
try {
  const settings = readSettings(process.argv.slice(2))
  if (settings === undefined) console.log(usage)
  else await runAll(settings)
} catch (error) {
  progress('')
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function runAll({
  scenarios,
  form,
  seed,
  kills,
  payments,
  purchases,
  json,
  longest,
}: RunSettings): Promise<void> {
  // Children end with this process.
  const tooLong = setTimeout(() => {
    console.error(`it was not over in ${longest / 60_000} minutes`)
    process.exit(1)
  }, longest)
  const server = await startPostgres()
  const outcomes: Outcome[] = []
  try {
    const settings = { form, seed, kills, payments, purchases, newDatabase: databasesOf(server.url), progress }
    for (const scenario of scenarios) {
      const outcome = await runOne(scenario, settings)
      outcomes.push(outcome)
      progress('')
      if (!json) console.log(describeOutcome(outcome))
    }
  } finally {
    clearTimeout(tooLong)
    progress('')
    await server.close()
  }
  const holds = outcomes.every(({ violations }) => violations.length === 0)
  if (json) console.log(JSON.stringify({ seed, form, kills, holds, outcomes }, undefined, 2))
  else console.log(`seed ${seed}: ${holds ? 'everything holds' : 'SOMETHING IS BROKEN'}`)
  if (!holds) process.exitCode = 1
}

/** What keeps a scenario from an end is a violation too. */
async function runOne(scenario: Scenario, settings: ScenarioSettings): Promise<Outcome> {
  const startedAt = performance.now()
  progress(scenario.title)
  try {
    return outcomeOf(scenario, startedAt, await scenario.run(settings))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return outcomeOf(scenario, startedAt, error instanceof CannotRun ? { skipped: why } : { violations: [why] })
  }
}

/** One line that is written over, where somebody watches; else one now and then, for whoever reads the file later. */
function progress(line: string): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\x1b[K${line}`)
    return
  }
  const seconds = Math.round(performance.now() / 1_000)
  if (line === '' || seconds < nextLineAt) return
  nextLineAt = seconds + secondsBetweenLines
  process.stderr.write(`${seconds} s: ${line}\n`)
}
