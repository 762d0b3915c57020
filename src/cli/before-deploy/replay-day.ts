import type { Command } from 'commander'
import { printable } from '../../text/clean-text.ts'
import { withExamples } from '../command.ts'
import { withStoreOptions } from '../look/look-args.ts'
import { type RegistrationPlace, withSessions } from '../look/look-at-store.ts'
import { readTime } from '../look/read-time.ts'
import { Progress } from '../progress.ts'
import { moduleHelp, readWhole } from '../service/options.ts'
import { showJson, type Terminal, UsageError } from '../terminal.ts'
import { withTurnKinds } from './build-to-judge.ts'
import { replayDay } from './day-replay.ts'
import { countOf } from './describe-check.ts'
import { describeReplay } from './describe-replay.ts'

/** `fastify-merchant-webhooks replay-day`: the sessions of a day, played again with a build that isn't deployed yet. */
export function define(command: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(command)
      .requiredOption('--against <module>', `the build: ${moduleHelp}`)
      .option('--from <time>', 'sessions that began from then on: 24h ago, or 2026-11-23 (GMT without a zone)', '24h')
      .option('--to <time>', 'and before then')
      .option('--limit <number>', 'the most sessions, the newest first', '10000'),
    'replay-day --against dist/app.js',
    'replay-day --from 2026-11-23 --against app.js',
  )
    .addHelpText(
      'after',
      '\nNothing is written, and no effect, load or call is made: a session is played\nup to the first of them.\nExit codes: 0 none changed, 1 failed or some changed, 2 not understood.',
    )
    .action((values: ReplayValues) => replay(values, terminal))
}

interface ReplayValues extends RegistrationPlace {
  readonly against: string
  readonly from: string
  readonly to?: string
  readonly limit: string
}

async function replay(values: ReplayValues, terminal: Terminal): Promise<void> {
  const { against, json } = values
  const limit = readWhole('--limit', values.limit, 1_000_000, 1)
  const now = Date.now()
  const since = readTime('--from', values.from, now)
  const until = readTime('--to', values.to, now) ?? new Date(now)
  if (since === undefined || since >= until) throw new UsageError('--from must be before --to, and before now.')
  const progress = json === true ? undefined : new Progress(terminal, 'sessions')
  const onProgress = (done: number, total: number) => {
    // Lines that nobody draws over would be many.
    if (terminal.draw !== undefined) progress?.show(done, total)
  }
  await withSessions(values, async (sessions, registration) => {
    const found = await withTurnKinds(against, registration, (kinds) =>
      replayDay({ sessions, kinds, since, until, limit, onProgress }),
    ).finally(() => progress?.end())
    const span = { from: since.toISOString(), to: until.toISOString() }
    if (json === true) terminal.out(showJson({ registration, ...span, ...found }, 2))
    else if (found.played === 0) terminal.out(`No session of '${printable(registration)}' began then.`)
    else terminal.out(describeReplay(found, terminal.columns))
    if (found.changed > 0) {
      const changed = countOf(found.changed, 'session', 'sessions')
      throw new Error(`${changed} of ${found.played} changed with ${printable(against)}.`)
    }
  })
}
