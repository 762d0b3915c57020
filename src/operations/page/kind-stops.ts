import type { Static } from '@sinclair/typebox'
import { stoppedJson } from '../../admin/stops.ts'
import { type Kind, kinds } from '../../pushes/kinds.ts'
import type { Registration } from '../../registration/merchant.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { FMW_OPERATOR_REQUEST } from '../errors.ts'
import { fields, reason } from './body.ts'

const kind = oneOf(kinds)

/** Which kind is meant. */
export const startBody = fields({ kind })
/** And why. */
export const stopBody = fields({ kind, reason })

/** For every view: which kinds may be stopped, and which somebody has stopped, masked. Nothing of it is asked of the store. */
export function stopsOf({ measured: { received, stopped } }: Registration) {
  return {
    kinds: received.map((one) => one.kind),
    stops: stopped.all.map(({ at, ...stop }) => stoppedJson({ ...stop, since: new Date(at) })),
  }
}

/** Stops a kind, or finds it stopped already. @throws FMW_OPERATOR_REQUEST, FMW_STORE_UNAVAILABLE */
export async function stopKind(registration: Registration, given: Static<typeof stopBody>, by: string) {
  checkReceived(registration, given.kind)
  return { stopped: await registration.stop(given.kind, { by, reason: given.reason }) }
}

/** Starts a kind again, or finds it started. @throws FMW_OPERATOR_REQUEST, FMW_STORE_UNAVAILABLE */
export async function startKind(registration: Registration, given: Static<typeof startBody>, by: string) {
  checkReceived(registration, given.kind)
  return { started: await registration.start(given.kind, { by }) }
}

function checkReceived({ measured: { received } }: Registration, kind: Kind): void {
  if (received.some((one) => one.kind === kind)) return
  throw new FMW_OPERATOR_REQUEST('kind', `must be one of ${received.map((one) => one.kind).join(', ')}`)
}
