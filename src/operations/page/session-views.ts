import type { Static } from '@sinclair/typebox'
import { dropOff } from '../../admin/sessions/drop-off.ts'
import { maskedSessions } from '../../admin/sessions/masked-session.ts'
import type { Registration } from '../../registration/merchant.ts'
import type { dropOffBody } from './body.ts'

/** Every session of that name or id, masked, each with what its turns had time for, ms; null where its kind isn't received any more. */
export async function viewSessions({ sessions, measured }: Registration, name: string): Promise<object> {
  const found = await maskedSessions(sessions, name)
  return {
    sessions: found.map((session) => ({
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
