import { parseArgs } from 'node:util'
import { type DurablePart, type DurableSettings, durableParts, partsWithTarget } from './durable/settings.ts'
import { type Workload, workloads } from './workloads.ts'

/** What one run of the benchmark does. */
export interface Settings {
  readonly workloads: readonly Workload[]
  readonly rounds: number
  /** Of load, for each peer in each round. */
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly deadline: DeadlineSettings
  readonly durable: DurableSettings
  /** Prints JSON in place of tables. */
  readonly json: boolean
  /** Fails when a target does not hold. */
  readonly check: boolean
}

/** What the deadline part does. */
export interface DeadlineSettings {
  readonly rounds: number
  /** At once. */
  readonly turns: number
  /** ms */
  readonly budget: number
  readonly backlog: number
}

export const usage = `npm run bench -- [options]

  --short            a few seconds a peer, only what has a target: under 2 min in all
  --rounds N         rounds, each with every peer in turn (20; 5 with --short)
  --seconds N        seconds of load for each peer in a round (1; 0.4 with --short)
  --connections N    keep-alive connections (64)
  --only NAME        ${workloads.map(({ name }) => name).join(', ')},
                     deadline, ${durableParts.join(', ')}
                     or durable for all of these; may be repeated
  --json             prints JSON: machine, versions, every round, medians, ratios
  --check            exit code 1 when a target does not hold
`

/**
 * Reads the command line. Undefined: only the usage is wanted.
 *
 * @throws when an option is not known, or its value is no number above 0
 */
export function readSettings(args: readonly string[]): Settings | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string', default: '64' },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const form = values.short ? short : long
  const chosen =
    values.only === undefined ? form.workloads : workloads.filter(({ name }) => values.only?.includes(name))
  const parts =
    values.only === undefined
      ? form.durable.parts
      : durableParts.filter((part) => values.only?.some((name) => part.startsWith(name)))
  const known = ['deadline', 'durable', ...durableParts, ...workloads.map(({ name }) => name)]
  const unknown = values.only?.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`--only ${unknown}: there is no such part\n\n${usage}`)
  const { deadlineBudget: budget } = form
  const hasDeadline = values.only === undefined || values.only.includes('deadline')
  return {
    workloads: chosen,
    rounds: Math.ceil(readNumber('rounds', values.rounds) ?? form.rounds),
    seconds: readNumber('seconds', values.seconds) ?? form.seconds,
    warmUpSeconds: form.warmUpSeconds,
    connections: Math.ceil(readNumber('connections', values.connections) ?? 64),
    deadline: { rounds: hasDeadline ? form.deadlineRounds : 0, turns: 2_000, budget, backlog: 4_096 },
    durable: {
      ...form.durable,
      parts,
      rounds: Math.ceil(readNumber('rounds', values.rounds) ?? form.durable.rounds),
      seconds: readNumber('seconds', values.seconds) ?? form.seconds,
      connections: Math.ceil(readNumber('connections', values.connections) ?? 64),
    },
    json: values.json,
    check: values.check,
  }
}

// Many short rounds: what else the machine does then falls on all peers, and a median leaves it out.
const long = {
  workloads,
  rounds: 20,
  seconds: 1,
  warmUpSeconds: 3,
  deadlineRounds: 3,
  deadlineBudget: 2_000,
  durable: { parts: durableParts as readonly DurablePart[], rounds: 9, oldEntries: 1_000_000, stuckEntries: 100_000 },
}
const short = {
  workloads: workloads.map(withTargets).filter(({ ratios }) => ratios.length > 0),
  rounds: 5,
  seconds: 0.4,
  // Some 50,000 turns: what has not been compiled yet says nothing of a server that runs for weeks.
  warmUpSeconds: 1.5,
  deadlineRounds: 1,
  deadlineBudget: 1_000,
  durable: { parts: partsWithTarget, rounds: 3, oldEntries: 50_000, stuckEntries: 10_000 },
}

/** What of a workload has a target, and who is compared there. Without a verifier a turn has the same target and does less. */
function withTargets(workload: Workload): Workload {
  const ratios = workload.ratios.filter(({ of, atLeast }) => atLeast !== undefined && of !== 'pluginOpen')
  return {
    ...workload,
    ratios,
    peers: workload.peers.filter((peer) => ratios.some(({ of, to }) => of === peer || to === peer)),
  }
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${name} ${text}: a number above 0 is expected\n\n${usage}`)
}
