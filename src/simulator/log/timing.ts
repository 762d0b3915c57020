import type { TurnStep, TurnStepName } from '../../trace/channels.ts'
import { type TurnTiming, timingHeader } from '../../trace/development.ts'
import { isList, parseJson, type WireValue } from '../wire/names.ts'
import { isFields } from '../wire/samples.ts'

/** Headers without the timing that the plugin adds in development, and the timing by itself. */
export function takeTiming(headers: Readonly<Record<string, string>>): {
  readonly headers: Readonly<Record<string, string>>
  readonly timing: TurnTiming | null
} {
  const { [timingHeader]: written, ...others } = headers
  return { headers: others, timing: written === undefined ? null : readTiming(written) }
}

/** Null for what is no timing: whoever answers may write what they like. */
function readTiming(written: string): TurnTiming | null {
  const value = parseJson(written)
  if (!isFields(value)) return null
  const { source, ms, steps, late, entryId, thrown, hidesNext } = value
  if (typeof source !== 'string' || typeof ms !== 'number' || steps === undefined || !isList(steps)) return null
  return {
    source,
    ms,
    steps: readSteps(steps),
    late: late !== undefined && isList(late) ? readSteps(late) : null,
    ...(typeof entryId === 'string' && { entryId }),
    ...readThrown(thrown),
    ...(typeof hidesNext === 'boolean' && { hidesNext }),
  }
}

function readThrown(thrown: WireValue | undefined): Pick<TurnTiming, 'thrown'> {
  if (!isFields(thrown)) return {}
  const { line, place } = thrown
  return typeof line === 'string' ? { thrown: { line, place: typeof place === 'string' ? place : null } } : {}
}

function readSteps(steps: readonly WireValue[]): readonly TurnStep[] {
  return steps.flatMap((step) => {
    if (!isFields(step)) return []
    const { name: written, label, from, to } = step
    const name = names.find((one) => one === written)
    if (name === undefined || typeof from !== 'number') return []
    return [{ name, label: typeof label === 'string' ? label : null, from, to: typeof to === 'number' ? to : null }]
  })
}

const names: readonly TurnStepName[] = ['verify', 'body', 'parse', 'store', 'wait', 'handler', 'load', 'once', 'encode']
