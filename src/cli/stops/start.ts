import type { Command } from 'commander'
import type { Kind } from '../../pushes/kinds.ts'
import { withExamples } from '../command.ts'
import { withStoreOptions } from '../look/look-args.ts'
import type { RegistrationPlace } from '../look/look-at-store.ts'
import { personOf, withPersonOptions } from '../look/person.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { withKind, withStops } from './with-stops.ts'

interface StartValues extends RegistrationPlace {
  readonly by?: string
  readonly reason?: string
}

/** `fastify-merchant-webhooks start`: a kind of push that was stopped is taken again. */
export function define(start: Command, terminal: Terminal): void {
  withExamples(withPersonOptions(withStoreOptions(withKind(start))), 'start ussd', 'start checkout --by Ama --json')
    .addHelpText('after', '\nEvery process of the application follows within a few seconds.')
    .action((kind: Kind, values: StartValues) => startKind(kind, values, terminal))
}

async function startKind(kind: Kind, { by, reason, ...place }: StartValues, terminal: Terminal): Promise<void> {
  const person = personOf({ by, reason })
  await withStops(place, async (stops, registration) => {
    const changed = await stops.start(kind, { ...person, by: person.by ?? '' })
    if (place.json === true) terminal.out(showJson({ kind, stopped: false, changed }, 2))
    else if (changed) terminal.out(`Started ${kind} in '${showable(registration)}' as ${showable(person.by ?? '')}.`)
    else terminal.out(`${kind} isn't stopped in '${showable(registration)}'.`)
  })
}
