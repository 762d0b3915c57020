import { randomUUID } from 'node:crypto'
import { logSafely } from '../../log.ts'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { OnceOptions } from '../../store/effects/effects.ts'
import { sessionMark } from '../../store/effects/kept-outcome.ts'
import type { Tried } from '../../store/effects/outcome.ts'
import { FMW_EFFECT_UNKNOWN } from '../../store/errors.ts'
import { phoneKey } from '../../text/phone.ts'
import type { EffectStep } from '../record/steps.ts'
import type { TalkRun } from './talk-run.ts'

/**
 * Does an effect of a script that is not done. The answers so far are committed with its beginning. `newEffect` in `record/record.ts`
 * makes its key.
 *
 * @param hasSignal whether it may have used the signal of its talk
 * @returns undefined where the turn may not do anything any more, `overtaken` where another session has gone on from under
 * its key: nothing was done
 * @throws FMW_EFFECT_UNKNOWN where nobody knows whether it happened, and what the store refuses with
 */
export async function runEffect<K extends TurnKind, Value>(
  run: TalkRun<K>,
  { n: name, key }: EffectStep,
  effect: (key: string) => Value | Promise<Value>,
  recover: OnceOptions<Value>['recover'],
  hasSignal: () => boolean,
): Promise<Tried | 'overtaken' | undefined> {
  const { event, host, work, turn } = run.given
  const attempt = randomUUID()
  const watched = async (doIt: () => Value | Promise<Value>): Promise<Value> => {
    // Nobody waits for it any more by then, and who dials next would wait for it too. What it gives all the same is kept.
    const cancel = host.clock.after(host.maxWork, () => {
      logSafely(turn.log, 'error', { effect: name, key }, hangs)
      host.effects.leave(key, attempt)
    })
    try {
      return await doIt()
    } finally {
      cancel()
    }
  }
  // It may have done something before that step, so it is in doubt. What it gives all the same is kept.
  run.whenRefused = () => host.clock.after(stillRuns, () => host.effects.leave(key, attempt))
  const tried = await host.effects.run(
    {
      name,
      key,
      shownKey: key,
      attempt,
      within: effectKnownFor,
      ...run.effectPlace(),
      secrets: work.turn.secrets,
      whose: phoneKey(event.mobileInternational ?? event.mobile),
      mark: { session: sessionMark(event.kind, event.sessionId), at: event.receivedAt.getTime() },
      log: turn.log,
      isOver: () => work.isFenced,
      hasSignal,
    },
    () => {
      run.didNow = key
      return watched(() => effect(key))
    },
    recover && (() => watched(() => recover(key))),
  )
  if (typeof tried !== 'object' || tried.isInDoubt !== true) return tried
  throw Object.assign(new FMW_EFFECT_UNKNOWN(name, key), { cause: tried.cause })
}

const hangs = 'an effect, or its recover, takes longer than maxWork: until it ends, it may have happened or not'

/** ms that what was done in a session is known. */
const effectKnownFor = 14 * 86_400_000
// ms
const stillRuns = 10_000
