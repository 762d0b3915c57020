import type { Numbering } from '../text/countries.ts'
import { Sessions } from '../turns/sessions-look.ts'
import { chooseRegistration } from './choose-registration.ts'
import { lookAtStore } from './look-at-store.ts'
import type { RegistrationPlace } from './with-inbox.ts'

/** Opens the sessions of a registration, lets them be looked at, and lets go of the store whatever happens. */
export async function withSessions(
  { registration, ...place }: RegistrationPlace,
  work: (sessions: Sessions, registration: string) => Promise<void>,
  country?: Numbering,
): Promise<void> {
  const look = await lookAtStore(place)
  try {
    const name = await chooseRegistration(look, registration)
    await work(new Sessions({ look: look.sessions, registration: name, country }), name)
  } finally {
    await look.close()
  }
}
