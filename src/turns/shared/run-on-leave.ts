import { isThenable } from '../../is-thenable.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { PendingRequest } from '../pending-request.ts'
import { jsonOf, type SessionState } from '../state.ts'
import type { TurnReports, TurnsSettings } from '../turns-settings.ts'

/** Tells the merchant that a subscriber has left. Nobody waits for what comes of it. */
export function runOnLeave<K extends TurnKind>(
  onLeave: NonNullable<TurnsSettings<K>['onLeave']>,
  asked: PendingRequest<K>,
  kept: SessionState | undefined,
  reports: TurnReports<K>,
): void {
  // A time-out may carry what was being entered.
  const failed = (error: unknown): void =>
    reports.failed(asked, { error, place: 'onLeave', secrets: [asked.event.message] })
  try {
    const result = onLeave(asked.event, {
      state: kept === undefined ? undefined : JSON.parse(jsonOf(kept)),
      log: asked.log,
    })
    if (isThenable(result)) result.then(undefined, failed)
  } catch (error) {
    failed(error)
  }
}
