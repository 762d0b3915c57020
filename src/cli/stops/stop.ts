import type { Command } from 'commander'
import type { Kind } from '../../pushes/kinds.ts'
import { withExamples } from '../command.ts'
import { withStoreOptions } from '../look/look-args.ts'
import type { RegistrationPlace } from '../look/look-at-store.ts'
import { personOf } from '../look/person.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { withKind, withStops } from './with-stops.ts'

interface StopValues extends RegistrationPlace {
  readonly by?: string
  readonly reason: string
}

/** `fastify-merchant-webhooks stop`: a kind of push is taken no more, until it is started. */
export function define(stop: Command, terminal: Terminal): void {
  withExamples(
    withStoreOptions(withKind(stop))
      .option('--by <name>', 'who stops it (default: your login name)')
      .requiredOption('--reason <text>', 'the reason, shown to your colleagues'),
    'stop ussd --reason "it shows no prices"',
    'stop checkout --reason "no ledger" --json',
  )
    .addHelpText('after', `\n${what}`)
    .action((kind: Kind, values: StopValues) => stopKind(kind, values, terminal))
}

const what = `Every process of the application follows within a few seconds. It outlives
restarts. Subscribers get a polite last screen, notifications a 503. What was
accepted before is handled.`

async function stopKind(kind: Kind, { by, reason, ...place }: StopValues, terminal: Terminal): Promise<void> {
  const person = personOf({ by })
  await withStops(place, async (stops, registration) => {
    const changed = await stops.stop(kind, { by: person.by ?? '', reason })
    if (place.json === true) terminal.out(showJson({ kind, stopped: true, changed }, 2))
    else if (changed) terminal.out(`Stopped ${kind} in '${showable(registration)}' as ${showable(person.by ?? '')}.`)
    else terminal.out(`${kind} is stopped already in '${showable(registration)}'.`)
  })
}
