import type { Command } from 'commander'
import { type ResealReport, reseal } from '../store/sealed/reseal.ts'
import { withExamples, withJson } from './command.ts'
import { secretsGiven } from './environment.ts'
import { withStoreOption } from './look/look-args.ts'
import { lookAtSealedStore, type StorePlace } from './look/look-at-store.ts'
import { Progress } from './progress.ts'
import { showJson, type Terminal, UsageError } from './terminal.ts'

interface ResealValues extends StorePlace {
  readonly json?: boolean
}

/** `fastify-merchant-webhooks reseal`: seals anew, under a new secret, what a store keeps, beside the application. */
export function define(command: Command, terminal: Terminal): void {
  withJson(
    withStoreOption(command, 'a SQLite file or postgres://…').option(
      '--schema <name>',
      'where the tables of a PostgreSQL store are; usually merchant',
    ),
  ).action((values: ResealValues) => resealStore(values, terminal))
  withExamples(command, 'reseal --store merchant.db', 'reseal --store postgres://… --json').addHelpText(
    'after',
    '\nMERCHANT_SECRET, in the environment or in .env, is a list: the new secret, then' +
      '\nthe old ones, with commas. Restart the application with it before.' +
      '\nThe application goes on. Stop this at any time, and start it again.' +
      '\nBackups keep what is sealed under the old ones.',
  )
}

async function resealStore({ json, ...place }: ResealValues, terminal: Terminal): Promise<void> {
  const secrets = secretsGiven()
  if (secrets.length === 0) {
    throw new UsageError('Set MERCHANT_SECRET to the new secret and the old ones, with commas: new,old.')
  }
  const look = await lookAtSealedStore(place)
  const progress = json === true ? undefined : new Progress(terminal, 'rows looked at')
  try {
    const report = await reseal(look, secrets, (rows, total) => progress?.draw(rows, total)).finally(() =>
      progress?.end(),
    )
    terminal.out(json === true ? showJson(report, 2) : describe(report, secrets.length))
    const { closed, isDone } = report
    if (closed > 0) throw new Error(`${closed} values open with none of these secrets, and stay as they are.`)
    if (!isDone) throw new Error('The application changes what is sealed under the others still: run it again.')
  } finally {
    await look.close()
  }
}

function describe({ resealed, closed, isDone }: ResealReport, secrets: number): string {
  const done = `${resealed} values were sealed anew under the first secret.`
  if (closed > 0 || !isDone || secrets === 1) return done
  if (resealed === 0) return 'Nothing is sealed under the other secrets: take them out, and restart.'
  return `${done}\nRun it again in a minute: what is being worked on now may be kept as it was read.`
}
