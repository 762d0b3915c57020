import type { EntryFilter } from '../../inbox-store.ts'
import type { Value } from '../statement.ts'
import { toColumn } from '../text-column.ts'
import { stateColumn } from './entry-columns.ts'

/** What a statement looks for, with the values that are bound to it. */
export class EntryConditions {
  readonly values: Value[] = []
  readonly #conditions: string[] = []

  constructor(filter: EntryFilter) {
    const { registration, states, kinds, lane, reference, conflicts, since, until } = filter
    this.#conditions.push(`e.registration = ${this.bind(toColumn(registration))}`)
    if (states !== undefined) this.#ofStates(states)
    if (kinds !== undefined) this.#conditions.push(`e.kind = ANY (${this.bind(kinds)}::text[])`)
    if (lane !== undefined) this.#conditions.push(`e.lane = ${this.bind(toColumn(lane))}`)
    if (reference !== undefined) this.#conditions.push(`e.reference = ${this.bind(toColumn(reference))}`)
    if (conflicts === true) this.#conditions.push('e.conflicts_with IS NOT NULL')
    if (since !== undefined) this.#conditions.push(`e.received_at >= ${this.bind(Math.ceil(since))}`)
    if (until !== undefined) this.#conditions.push(`e.received_at < ${this.bind(Math.ceil(until))}`)
  }

  get text(): string {
    return this.#conditions.join(' AND ')
  }

  add(condition: string): void {
    this.#conditions.push(condition)
  }

  /** @returns what stands for it in the text */
  bind(value: Value): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The few that wait or run, and the few that are dead or rejected, are found without a look at all the others. */
  #ofStates(states: NonNullable<EntryFilter['states']>): void {
    const [only, ...more] = states
    if (states.every((state) => state === 'waiting' || state === 'running')) this.add('a.seq IS NOT NULL')
    if (more.length === 0 && (only === 'dead' || only === 'rejected')) this.add(`e.state = '${only}'`)
    this.add(`${stateColumn} = ANY (${this.bind(states)}::text[])`)
  }
}
