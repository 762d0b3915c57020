import type { TurnKind } from '../../pushes/kinds.ts'
import {
  connect,
  isAddress,
  type MerchantApp,
  registrationOf,
  type Send,
  type Target,
  type TargetOptions,
} from '../target.ts'
import { seeNoTurns, type TurnWatch, turnWatchOf } from './turn-watch.ts'

/** What a phone is connected to. */
export interface Line {
  readonly send: Send
  readonly turns: TurnWatch
}

/** @throws FMW_TESTING_TARGET, FMW_TESTING_NO_ROUTE, FMW_NAME_UNKNOWN */
export async function openLine(target: Target, kind: TurnKind, options: TargetOptions): Promise<Line> {
  const send = await connect(target, kind, options)
  return { send, turns: isAddress(target) ? seeNoTurns : turnsOf(target, options) }
}

/** An application without the plugin has turns of its own, at the `url` that was given. */
function turnsOf(app: Partial<MerchantApp>, { registration }: TargetOptions): TurnWatch {
  return app.merchant === undefined ? seeNoTurns : turnWatchOf(registrationOf(app, registration))
}
