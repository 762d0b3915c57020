import type { Command } from 'commander'
import { Sessions } from '../../admin/sessions-look.ts'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withStore } from '../look/look-at-store.ts'
import { readTime } from '../look/read-time.ts'
import { Progress } from '../progress.ts'
import { moduleHelp, readWhole } from '../service/options.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { withTurnKinds } from './build-to-judge.ts'
import { type DayEntries, rereadDay } from './day-entries.ts'
import { type DayReplay, replayDay } from './day-replay.ts'
import { describeEntries } from './describe-entries.ts'
import { describeReplay } from './describe-replay.ts'
import { countOf } from './described.ts'
import { lookAtRunning } from './look-at-running.ts'
import { PastEffects } from './past-effects.ts'

/** `fastify-merchant-webhooks replay-day`: the sessions of a day, played again with a build that isn't deployed yet, and its entries read again. */
export function define(command: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(command)
      .requiredOption('--against <module>', `the build: ${moduleHelp}`)
      .option('--from <time>', 'what began or came from then on: 24h ago, or 2026-11-23 (GMT without a zone)', '24h')
      .option('--to <time>', 'and before then')
      .option('--run-loads', "runs the build's loads and checks: they read from where your .env says")
      .option('--limit <number>', 'the most sessions, and entries, the newest first', '10000'),
    'replay-day --against dist/app.js --run-loads',
    'replay-day --from 48h --against app.js',
  )
    .addHelpText(
      'after',
      '\nNothing is written, and no effect, load or call is made: a session is played\nup to its first load or check, with --run-loads behind them. A once gives what\nthe store has of it. An entry is read again, and no handler is called.\nExit codes: 0 none changed, 1 failed or some changed, 2 not understood\nor a store of another version.',
    )
    .action((values: ReplayValues) => replay(values, terminal))
}

interface ReplayValues extends RegistrationPlace {
  readonly against: string
  readonly from: string
  readonly to?: string
  readonly runLoads?: boolean
  readonly limit: string
}

async function replay(values: ReplayValues, terminal: Terminal): Promise<void> {
  const { against, json, runLoads = false } = values
  const limit = readWhole('--limit', values.limit, 1_000_000, 1)
  const now = Date.now()
  const since = readTime('--from', values.from, now)
  const until = readTime('--to', values.to, now) ?? new Date(now)
  if (since === undefined || since >= until) throw new UsageError('--from must be before --to, and before now.')
  // Lines that nobody draws over would be many.
  const isDrawn = json !== true && terminal.progress !== undefined
  const progress = { sessions: new Progress(terminal, 'sessions'), entries: new Progress(terminal, 'entries') }
  const showIn = (what: keyof typeof progress) => (done: number, total: number) => {
    if (isDrawn) progress[what].show(done, total)
  }
  await withStore(
    values,
    async ({ look, registration, trail }) => {
      const sessions = new Sessions({ look: look.sessions, trail, registration })
      const { found, entries } = await withTurnKinds(against, registration, async (kinds, notices) => {
        const time = { since, until, limit }
        const effects = new PastEffects(look, registration)
        const play = { ...time, reads: runLoads, onProgress: showIn('sessions') }
        const found = await replayDay({ sessions, effects, kinds, ...play })
        const parts = { look: look.inbox, registration, kinds: notices, ...time }
        return { found, entries: await rereadDay({ ...parts, onProgress: showIn('entries') }) }
      }).finally(() => {
        if (json !== true) progress.entries.end()
      })
      const span = { from: since.toISOString(), to: until.toISOString() }
      if (json === true) terminal.out(showJson({ registration, ...span, ...found, entries }, 2))
      else terminal.out(describe(found, entries, registration, terminal.columns))
      const changed = [
        changedOf(found.changed, found.played, 'session'),
        changedOf(entries.changed, entries.read, 'entry'),
      ]
      const said = changed.filter((text) => text !== '').join(' and ')
      if (said !== '') throw new Error(`${said} changed with ${printable(against)}.`)
    },
    lookAtRunning,
  )
}

function describe(found: DayReplay, entries: DayEntries, registration: string, columns: number | undefined): string {
  const parts = [
    ...(found.played > 0 ? [describeReplay(found, columns)] : []),
    ...(entries.read > 0 ? [describeEntries(entries, columns)] : []),
  ]
  if (parts.length > 0) return parts.join('\n\n')
  return `No session of '${printable(registration)}' began then, and no notification came.`
}

function changedOf(changed: number, of: number, one: 'session' | 'entry'): string {
  return changed === 0 ? '' : `${countOf(changed, one, one === 'entry' ? 'entries' : 'sessions')} of ${of}`
}
