import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample, Scrape } from '../metrics/scrape.ts'

/** Debian's package `prometheus` has it; `PROMTOOL` names another. Undefined where there is none. */
export const promtool = [process.env.PROMTOOL, '/usr/bin/promtool'].find(
  (file) => file !== undefined && existsSync(file),
)

/** Runs promtool on a file of tests. @throws what it says where one fails */
export function testRules(tests: object): string {
  return runOn(tests, 'test', 'rules')
}

/** Has promtool read what Prometheus would be started with. @throws what it says where that is wrong */
export function checkConfig(config: object): string {
  return runOn(config, 'check', 'config')
}

function runOn(given: object, ...command: readonly string[]): string {
  if (promtool === undefined) throw new Error('there is no promtool')
  const folder = mkdtempSync(join(tmpdir(), 'fmw-rules-'))
  try {
    // JSON is YAML.
    const file = join(folder, 'given.yml')
    writeFileSync(file, JSON.stringify(given))
    return execFileSync(promtool, [...command, file], { encoding: 'utf8', stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * What was scraped twice, as series of an hour: ten minutes as it was first, five in which it becomes what it was then, and the
 * rest so, where the age of what waits grows as time does.
 */
export function seriesOf(
  before: Scrape,
  after: Scrape,
): readonly { readonly series: string; readonly values: string }[] {
  return after.samples.map((sample) => {
    const from = before.value(sample.name, sample.labels)
    const step = (sample.value - (from ?? 0)) / 5
    const grows = sample.name === 'merchant_inbox_oldest_waiting_seconds' && sample.value > 0 ? 60 : 0
    const first = from === undefined ? '_x10' : `${from.toFixed(9)}+0x9`
    const between = [1, 2, 3, 4, 5].map((minute) => ((from ?? 0) + minute * step).toFixed(9)).join(' ')
    return { series: nameOf(sample), values: `${first} ${between} ${sample.value.toFixed(9)}+${grows}x45` }
  })
}

/** A series, as promtool reads it. */
export function nameOf({ name, labels }: Sample): string {
  return `${name}{${Object.entries(labels).map(([label, word]) => `${label}=${JSON.stringify(word)}`)}}`
}
