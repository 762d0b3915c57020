import { randomUUID } from 'node:crypto'
import type { TurnKind } from '../../pushes/kinds.ts'
import type { EffectBeginning } from '../../store/turn-store.ts'
import { describeError } from '../../text/describe-error.ts'
import { askStore } from '../../turns/shared/ask-store.ts'
import { FMW_EFFECT_UNKNOWN } from '../errors.ts'
import type { EffectStep } from '../record/record.ts'
import { type StepOutcome, type Tried, tryIt } from '../steps/step-outcome.ts'
import type { OnceOptions } from '../talk.ts'
import type { TalkRun } from './talk-run.ts'
import type { ScriptHost, TalkTurn } from './talk-turn.ts'

/**
 * Does an effect that is not done, so that it is never done twice: recorded in the store before, and its outcome after.
 *
 * @returns undefined where the turn may not do anything any more, `overtaken` where another session has gone on from under
 * its key: nothing was done
 * @throws FMW_EFFECT_UNKNOWN where nobody knows whether it happened, and what the store refuses with
 */
export async function runEffect<K extends TurnKind, Value>(
  run: TalkRun<K>,
  { n: name, key }: EffectStep,
  effect: (key: string) => Value | Promise<Value>,
  recover: OnceOptions<Value>['recover'],
): Promise<Tried | 'overtaken' | undefined> {
  const { given } = run
  const { host, work } = given
  const { secrets } = work.turn
  const place = run.effectPlace()
  const attempt = randomUUID()
  // It may have done something before that step, so it is in doubt. What it gives all the same is kept.
  run.whenRefused = () => host.clock.after(stillRuns, () => leave(host, key, attempt))
  for (;;) {
    const begun = await begin(host, { key, attempt, ...place })
    switch (begun.status) {
      case 'begun':
        return conclude(given, key, attempt, await tryIt(() => effect(key), secrets))
      case 'concluded':
        return { outcome: readOutcome(begun.outcome) }
      case 'unknown': {
        const found = recover === undefined ? undefined : await tryIt(() => recover(key), secrets)
        if (found !== undefined && found.outcome.e === undefined) return conclude(given, key, attempt, found)
        leave(host, key, attempt)
        const unknown = new FMW_EFFECT_UNKNOWN(name, key)
        unknown.cause = found?.cause
        throw unknown
      }
      case 'overtaken':
        return 'overtaken'
      case 'fenced':
        return undefined
      case 'running': {
        // The store may not know yet what was done here.
        const outcome = host.outcomes.get(key)
        if (outcome !== undefined) return { outcome }
        await pause(host)
        if (work.isFenced) return undefined
      }
    }
  }
}

/** Where the store does not say what became of it, nothing was done. */
async function begin<K extends TurnKind>(host: ScriptHost<K>, asked: Omit<EffectBeginning, 'within'>) {
  const { effects, clock } = host
  try {
    return await askStore(clock, { patience, tries }, () => effects.begin({ ...asked, within: known }))
  } catch (error) {
    leave(host, asked.key, asked.attempt)
    throw error
  }
}

/** Nobody is to wait for it: as long as this attempt holds it, others are told that it runs. */
function leave<K extends TurnKind>({ effects, clock }: ScriptHost<K>, key: string, attempt: string): void {
  askStore(clock, { patience: leaving, tries }, () => effects.conclude({ key, attempt, outcome: null })).catch(ignore)
}

/** What was done was done, whether or not the store can be told: then the record says so, with the next screen. */
async function conclude<K extends TurnKind>(
  { host: { effects, clock, outcomes }, turn }: TalkTurn<K>,
  key: string,
  attempt: string,
  tried: Tried,
): Promise<Tried> {
  const fitting = fits(tried)
  const outcome = JSON.stringify(fitting.outcome)
  const tell = () => effects.conclude({ key, attempt, outcome })
  try {
    await askStore(clock, { patience, tries }, tell)
  } catch (error) {
    turn.log.error({ err: describeError(error) }, 'the outcome of an effect could not be recorded by itself')
    outcomes.set(key, fitting.outcome)
    askStore(clock, { patience: leaving, tries }, tell)
      .catch(ignore)
      .finally(() => outcomes.delete(key))
  }
  return fitting
}

/** An outcome that is too large to be kept with its session was an outcome all the same: it is never done again. */
function fits(tried: Tried): Tried {
  if (JSON.stringify(tried.outcome).length <= longestOutcome) return tried
  return { outcome: { e: `it gave more than ${longestOutcome} characters of JSON: give what identifies it` } }
}

function readOutcome(json: string): StepOutcome {
  return JSON.parse(json)
}

function pause<K extends TurnKind>({ clock }: ScriptHost<K>): Promise<void> {
  return new Promise((resolve) => {
    clock.after(poll, resolve)
  })
}

const ignore = (): void => undefined

// ms
const patience = 4_000
const leaving = 600_000
const stillRuns = 10_000
const poll = 200
const known = 14 * 86_400_000
const tries = Number.POSITIVE_INFINITY
const longestOutcome = 32_768
