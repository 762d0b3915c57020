import { type Fields, isRecord } from '../../../src/pushes/reading/json.ts'

/** What a fixture expects, with the fields that it lacks. */
export interface Renewed {
  readonly event: Fields
  /** The names of the fields that were added, as `paymentDetails.wallet`. */
  readonly added: readonly string[]
  /** Those that are there and say something else: nobody but you knows which is right. */
  readonly differing: readonly string[]
}

/** Adds what an event has and its fixture doesn't, in the order of the event. What is there stays as it is. */
export function withNewFields(expected: Fields, event: Fields, path = ''): Renewed {
  const added: string[] = []
  const differing = Object.keys(expected)
    .filter((name) => !(name in event))
    .map((name) => path + name)
  const renewed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(event)) {
    const known = expected[name]
    if (!(name in expected)) {
      renewed[name] = value
      added.push(path + name)
    } else if (isRecord(known) && isRecord(value)) {
      const inner = withNewFields(known, value, `${path}${name}.`)
      renewed[name] = inner.event
      added.push(...inner.added)
      differing.push(...inner.differing)
    } else if (Array.isArray(known) && Array.isArray(value)) {
      const inner = withNewFields({ ...known }, { ...value }, `${path}${name}.`)
      renewed[name] = Object.values(inner.event)
      added.push(...inner.added)
      differing.push(...inner.differing)
    } else {
      renewed[name] = known
      if (JSON.stringify(known) !== JSON.stringify(value)) differing.push(path + name)
    }
  }
  for (const [name, value] of Object.entries(expected)) if (!(name in event)) renewed[name] = value
  return { event: renewed, added, differing }
}
