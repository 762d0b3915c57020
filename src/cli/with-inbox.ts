import { Inbox } from '../inbox/look/inbox.ts'
import { notificationKinds } from '../pushes/kinds.ts'
import type { Numbering } from '../text/countries.ts'
import { chooseRegistration } from './choose-registration.ts'
import { lookAtStore, type StorePlace } from './look-at-store.ts'

/** Which registration of which store is meant. */
export interface RegistrationPlace extends StorePlace {
  readonly registration?: string | undefined
}

/** Opens an inbox, lets it be worked with, and lets go of its store whatever happens. */
export async function withInbox(
  { registration, ...place }: RegistrationPlace,
  work: (inbox: Inbox, registration: string) => Promise<void>,
  country?: Numbering,
): Promise<void> {
  const look = await lookAtStore(place)
  try {
    const name = await chooseRegistration(look, registration)
    // What the application acknowledges with is its own secret; 200 is the default.
    const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, { country, status: 200 }]))
    await work(new Inbox({ look: look.inbox, registration: name, kinds }), name)
  } finally {
    await look.close()
  }
}
