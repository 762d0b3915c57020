import { type EntryState, followUpList } from '../../entry.ts'
import type { EntryFilter } from '../../inbox-store.ts'
import type { RowNumbers } from '../../lists/arrivals.ts'
import { few, partOn, type Sought, type Way, waysTo } from '../../lists/ways.ts'
import { Conditions, isInReview, numbersOfPhone, ofPhone } from '../conditions.ts'
import { laneKeyOf } from '../keys.ts'
import { toColumn, type Value } from '../statement.ts'
import { stateColumn } from './entry-columns.ts'

/** What else a statement is made with. */
export interface EntryConditionsOptions {
  /** Those of a statement that this is a part of, the registration first. */
  readonly values?: Value[]
  /** What leads to a few: the server gathers these first, and chooses no other index, whatever it believes. */
  readonly fewOn?: Way | undefined
  /** Where those stand that a filter's time asks for. */
  readonly numbers?: RowNumbers | undefined
}

/** Which entries a statement looks for. */
export class EntryConditions extends Conditions {
  readonly #schema: string
  /** What stands for the kinds, where nothing else finds what is asked for. */
  readonly #kinds: string | undefined
  /** Which entries are gone through, where they are known to be few. */
  readonly #few: string | undefined

  constructor(schema: string, filter: Sought, { values, fewOn, numbers }: EntryConditionsOptions = {}) {
    const {
      heads,
      registration,
      states,
      kinds,
      lane,
      reference,
      session,
      phone,
      conflicts,
      needsReview,
      since,
      until,
    } = filter
    super(values)
    this.#schema = schema
    if (values === undefined) this.bind(toColumn(registration))
    this.add('e.registration = $1')
    this.#few =
      fewOn &&
      `(SELECT f.* FROM ${schema}.entries f
      WHERE f.registration = $1 AND f.seq = ANY (ARRAY(${this.numbersOn(fewOn, filter, numbers)})) OFFSET 0)`
    if (states !== undefined) this.#ofStates(states)
    const isOpen = heads === true || (states !== undefined && areOpen(states))
    const key = lane === undefined || !isOpen ? 'a.lane_key' : this.bind(laneKeyOf(registration, lane))
    if (key !== 'a.lane_key') this.add(`a.lane_key = ${key}`)
    const ofLane = `FROM ${schema}.active b WHERE b.lane_key = ${key}`
    // A server that takes all lanes for equally long may go through every entry instead. The bounds: see `isOfKind`.
    if (key !== 'a.lane_key' && heads !== true) {
      this.add(`e.seq = ANY (ARRAY(SELECT b.seq ${ofLane} AND b.lane_key >= ${key} AND b.lane_key <= ${key}))`)
    }
    if (heads === true) this.add(`a.seq = (SELECT min(b.seq) ${ofLane})`)
    if (kinds !== undefined) {
      const bound = `${this.bind(kinds)}::text[]`
      const isAlone = fewOn === undefined && waysTo(filter).every((way) => way === 'kinds' || way === 'time')
      this.#kinds = isAlone ? bound : undefined
      this.add(this.#kinds === undefined ? `e.kind = ANY (${bound})` : isOfKind)
    }
    if (lane !== undefined) this.add(`e.lane = ${this.bind(toColumn(lane))}`)
    if (reference !== undefined) this.add(`e.reference = ${this.bind(toColumn(reference))}`)
    if (session !== undefined) this.add(`e.session = ${this.bind(toColumn(session))}`)
    if (phone !== undefined) {
      const key = this.bind(toColumn(phone))
      this.add(fewOn === undefined ? ofPhone(schema, '$1', key) : `(e.phone = ${key} OR e.other_phone = ${key})`)
    }
    if (conflicts === true) this.add(`e.conflicts_with IS NOT NULL AND e.review IS DISTINCT FROM '[]'`)
    if (needsReview === true) this.add(isInReview)
    if (filter.omitDoneFollowUps === true) this.add(`(e.state <> 'done' OR e.kind NOT IN (${followUpList}))`)
    if (since !== undefined) this.add(`e.received_at >= ${this.bind(Math.ceil(since))}`)
    if (until !== undefined) this.add(`e.received_at < ${this.bind(Math.ceil(until))}`)
    if (numbers !== undefined) this.add(`e.seq > ${this.bind(numbers.after)} AND e.seq <= ${this.bind(numbers.upto)}`)
  }

  /** What it is looked for in: `e`, with `a` where that waits or runs. */
  get from(): string {
    return `${this.#few ?? `${this.#schema}.entries`} e
      LEFT JOIN ${this.#schema}.active a ON a.lane_key = e.lane_key AND a.seq = e.seq`
  }

  /** The numbers of what a way leads to, and of no more than a few. */
  numbersOn(way: Way, filter: Sought, numbers?: RowNumbers): string {
    const limit = `LIMIT ${few + 1}`
    const { registration, lane, phone = '' } = filter
    if (way === 'phone') return `${numbersOfPhone(this.#schema, '$1', this.bind(toColumn(phone)))} ${limit}`
    if (way === 'open') {
      const inLane = lane === undefined ? '' : `AND a.lane_key = ${this.bind(laneKeyOf(registration, lane))}`
      return `SELECT a.seq FROM ${this.#schema}.active a WHERE a.registration = $1 ${inLane} ${limit}`
    }
    const part = new EntryConditions(this.#schema, partOn(way, filter), { values: this.values, numbers })
    const fitting = `SELECT e.seq FROM ${part.from} WHERE ${part.text}`
    const ofKinds = part.ofEach(
      (kinds) => `SELECT o.seq FROM ${kinds} CROSS JOIN LATERAL (
      ${fitting} ORDER BY e.registration, e.kind, e.seq ${limit}) o ${limit}`,
    )
    return ofKinds ?? `${fitting} ${limit}`
  }

  /** A text in which each kind `k` is looked for by its index, however many others there are; undefined where that isn't wanted. */
  ofEach(write: (kinds: string) => string): string | undefined {
    return this.#kinds === undefined ? undefined : write(`unnest(${this.#kinds}) AS k (kind)`)
  }

  /** The few that wait or run, and the few that are dead or rejected, are found without a look at all the others. */
  #ofStates(states: NonNullable<EntryFilter['states']>): void {
    if (states.length > 0 && states.every((state) => state === 'dead' || state === 'rejected')) {
      this.add(`e.aside IN (${states.map((state) => `'${state}'`).join()})`)
      return
    }
    // The server knows how many have which state in the table, and nothing of the other.
    const isOpen = states.some((state) => state === 'waiting' || state === 'running')
    if (areOpen(states)) this.add('a.seq IS NOT NULL')
    this.add(`${isOpen ? stateColumn : 'e.state'} = ANY (${this.bind(states)}::text[])`)
  }
}

/**
 * The bounds say nothing more. But where the server has seen one kind alone, it takes any kind for that of every entry, and
 * reads them all to find none of another; of what lies within bounds it always expects few.
 */
const isOfKind = 'e.kind = k.kind AND e.kind >= k.kind AND e.kind <= k.kind'

function areOpen(states: readonly EntryState[]): boolean {
  return states.every((state) => state === 'waiting' || state === 'running')
}
