import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import v8 from '@vitest/coverage-v8'

// Vitest asks a worker what its code ran after each file, and V8 looks at every function for that: a twelfth of all processor
// time of a run. What each answer says is put together in the end, which takes longer still. V8 goes on counting until it is
// asked, so it is asked now and then, and after each of the last files: a worker that isn't asked gets another file for certain,
// since more are left than there are workers.

// ms
const seldom = 120_000
const lastFiles = 40

type Take = NonNullable<(typeof v8)['takeCoverage']>

const { takeCoverage } = v8
if (takeCoverage !== undefined && takeCoverage.name !== 'takeNowAndThen') {
  let takenAt = performance.now()
  const takeNowAndThen: Take = async function (this: typeof v8, ...given: Parameters<Take>) {
    const finished = countOneMore(given)
    const now = performance.now()
    if (Number(process.env.FMW_TEST_FILES ?? 0) - finished > lastFiles && now - takenAt < seldom) return undefined
    takenAt = now
    return takeCoverage.apply(this, given)
  }
  v8.takeCoverage = takeNowAndThen
}

/** Files that have been finished in all workers. */
function countOneMore([options]: Parameters<Take>): number {
  const folder = options?.coverageFilesDirectory
  if (folder === undefined) return Number.POSITIVE_INFINITY
  const count = join(folder, 'finished-files')
  appendFileSync(count, '.')
  return statSync(count).size
}
