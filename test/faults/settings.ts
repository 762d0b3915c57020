import { parseArgs } from 'node:util'
import type { Form, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/** What one run does. */
export interface RunSettings {
  readonly scenarios: readonly Scenario[]
  readonly form: Form
  readonly seed: number
  readonly kills: number
  readonly payments: number | undefined
  readonly purchases: number | undefined
  readonly json: boolean
  /** ms after which it ends whatever happens. */
  readonly longest: number
}

export const usage = `npm run test:faults -- [options]

  --only NAME   ${scenarios.map(({ name }) => name).join(', ')};
                or how such a name begins; may be repeated
  --kills N     SIGKILLs for each store (300; one at each of its points with --short)
  --payments N  payments for each store among which processes are killed (1,000; 24 with --short)
  --purchases N purchases for each store whose end crosses with something (10,000 races, 2,000 among skewed clocks; few
                with --short)
  --seed N      where chance begins (the day's date): the same seed makes the same run
  --short       a little of each
  --json        prints JSON: every count, every violation
`

/**
 * Reads the command line. Undefined: only the usage is wanted.
 *
 * @throws when an option is not known, or its value is no whole number
 */
export function readSettings(args: readonly string[]): RunSettings | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      kills: { type: 'string' },
      payments: { type: 'string' },
      purchases: { type: 'string' },
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const form = values.short ? 'short' : 'long'
  const { only } = values
  const unknown = only?.find((name) => !scenarios.some((one) => one.name.startsWith(name)))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there is no such scenario\n\n${usage}`)
  return {
    scenarios: scenarios.filter(({ name }) => only === undefined || only.some((begin) => name.startsWith(begin))),
    form,
    seed: readNumber('seed', values.seed) ?? today(),
    kills: readNumber('kills', values.kills) ?? (form === 'long' ? 300 : 18),
    payments: readNumber('payments', values.payments),
    purchases: readNumber('purchases', values.purchases),
    json: values.json,
    longest: form === 'long' ? 60 * 60_000 : 6 * 60_000,
  }
}

function today(): number {
  return Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text)
  throw new Error(`--${name} ${text}: a whole number is expected\n\n${usage}`)
}
