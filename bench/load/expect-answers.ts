import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { phoneDigits, type Step, sessionDigits, type Workload } from '../workloads.ts'
import { nextSession } from './session-numbers.ts'

/** How the answer to a step ends, byte for byte, and whether it names its session. */
export interface Expected {
  readonly ending: string
  readonly namesSession: boolean
}

const record = Type.Record(Type.String(), Type.Unknown())

/**
 * Asks a peer for one whole session and reads the answers with care, so that under load it is enough to compare
 * bytes.
 *
 * @throws when an answer is not what the workload's step has
 */
export async function expectAnswers(
  port: number,
  path: string,
  { steps }: Pick<Workload, 'steps'>,
  signal: AbortSignal,
): Promise<Expected[]> {
  const session = nextSession()
  const expected: Expected[] = []
  for (const step of steps) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(step.body).replace(sessionDigits, session).replace(phoneDigits, '00000'),
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    const text = await response.text()
    checkAnswer(response.status, text, step, session)
    const at = text.indexOf(session)
    expected.push({ ending: at === -1 ? text : text.slice(at + session.length), namesSession: at !== -1 })
  }
  return expected
}

function checkAnswer(status: number, text: string, { answer }: Step, session: string): void {
  const body = read(record, text)
  const differs = Object.entries(answer).some(([name, value]) => body?.[name] !== value.replace(sessionDigits, session))
  if (status !== 200 || differs) throw new Error(`${JSON.stringify(answer)} was expected, ${status} ${text} came`)
}

function read<T extends TSchema>(schema: T, text: string): Static<T> | undefined {
  const body: unknown = JSON.parse(text)
  return Value.Check(schema, body) ? body : undefined
}
