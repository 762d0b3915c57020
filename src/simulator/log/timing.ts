import { isRecord } from '../../pushes/reading/json.ts'
import type { TurnStep, TurnStepName } from '../../trace/channels.ts'
import { type TurnTiming, timingHeader } from '../../trace/development.ts'
import { parseJson } from '../wire/names.ts'

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
  const value: unknown = parseJson(written)
  if (!isRecord(value)) return null
  const { source, ms, steps, late } = value
  if (typeof source !== 'string' || typeof ms !== 'number' || !Array.isArray(steps)) return null
  return { source, ms, steps: readSteps(steps), late: Array.isArray(late) ? readSteps(late) : null }
}

function readSteps(steps: readonly unknown[]): readonly TurnStep[] {
  return steps.flatMap((step: unknown) => {
    if (!isRecord(step)) return []
    const { name: written, label, from, to } = step
    const name = names.find((one) => one === written)
    if (name === undefined || typeof from !== 'number') return []
    return [{ name, label: typeof label === 'string' ? label : null, from, to: typeof to === 'number' ? to : null }]
  })
}

const names: readonly TurnStepName[] = ['verify', 'body', 'parse', 'store', 'wait', 'handler', 'load', 'once', 'encode']
