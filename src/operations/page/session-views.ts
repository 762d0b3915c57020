import type { Static } from '@sinclair/typebox'
import { dropOff } from '../../admin/sessions/drop-off.ts'
import { idOfSession, maskedSessions, nameOfSession } from '../../admin/sessions/masked-session.ts'
import type { SessionTranscript } from '../../admin/sessions-look.ts'
import type { PersonOptions } from '../../admin/trail.ts'
import type { Registration } from '../../registration/merchant.ts'
import type { dropOffBody } from './body.ts'

/** Every session of that name or id, masked. */
export async function viewSessions(registration: Registration, name: string): Promise<object> {
  const found = await maskedSessions(registration.sessions, name)
  return viewOf(registration, found, { name: found[0]?.sessionId, masked: true })
}

/** The same with everything that is kept of them. Who asks stands on the trail before anything is shown. */
export async function viewUnmaskedSessions(
  registration: Registration,
  name: string,
  person: PersonOptions,
): Promise<object> {
  const { sessions } = registration
  const id = await idOfSession(sessions, name)
  const found = await sessions.unmask(id, person)
  return viewOf(registration, found, { name: id === name ? found.map(nameOfSession)[0] : name, masked: false })
}

/** Each with what its turns had time for, ms; null where its kind isn't received any more. */
function viewOf(
  { measured }: Registration,
  found: readonly SessionTranscript[],
  said: { readonly name: string | undefined; readonly masked: boolean },
): object {
  return {
    sessions: found.map((session) => ({
      ...said,
      ...session,
      budget: measured.received.find(({ kind }) => kind === session.kind)?.budget ?? null,
    })),
  }
}

/** At which screens sessions were left, of the newest 1,000. */
export async function listDropOff({ sessions, measured }: Registration, given: Static<typeof dropOffBody>) {
  const { registration: _registration, ...query } = given
  return dropOff(sessions, query, measured.time.now())
}
