import { Argument, type Command } from 'commander'
import { Stops } from '../../admin/stops.ts'
import { Trail } from '../../admin/trail.ts'
import { kinds } from '../../pushes/kinds.ts'
import { chooseRegistration, lookAtStore, type RegistrationPlace } from '../look/look-at-store.ts'

/** The kind that a command is about. */
export function withKind(command: Command): Command {
  return command.addArgument(new Argument('<kind>', 'which push').choices(kinds))
}

/** Opens what says which kinds of a registration are stopped, and lets go of its store whatever happens. */
export async function withStops(
  { registration, ...place }: RegistrationPlace,
  work: (stops: Stops, registration: string) => Promise<void>,
): Promise<void> {
  const look = await lookAtStore(place)
  try {
    const name = await chooseRegistration(look, registration)
    // Which of them have a handler only the application knows.
    await work(new Stops({ look: look.stops, trail: new Trail(look.trail, name), registration: name, kinds }), name)
  } finally {
    await look.close()
  }
}
