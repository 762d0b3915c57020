import { systemClock } from '../../../clock.ts'
import { whenPatienceEnds } from '../../ask-store.ts'
import { type Failure, notFree, ServerFailure, toServerFailure } from './failure.ts'
import { patience } from './within.ts'

/** What is done in groups. */
export interface GroupWork<Op, Result> {
  /**
   * Does them in one commit, or none.
   *
   * @param wereHeld whether one of them was held before
   * @returns what tells the result of each; undefined of one that somebody else holds, and of those that keep their order behind it: they
   *   come again later
   */
  readonly run: (ops: readonly Op[], wereHeld: boolean) => Promise<(op: Op) => Result | undefined>
  readonly bytesOf: (op: Op) => number
  /** Those with the same one are done in the order in which they came. */
  readonly orderOf: (op: Op) => string
  /** Those that share one are never in the same group. */
  readonly namesOf: (op: Op) => readonly string[]
  /** Goes with what others wait for: however many of them wait, no second group goes because of them. */
  readonly isPatient?: (op: Op) => boolean
}

const mostRows = 500
const mostBytes = 4 * 1_048_576
const mostAway = 2
// However few are in it, a group costs the server and this process as much as some ten rows. So a second one goes beside the first
// when so many wait, or when that has been away for so many ms.
const worthOfItsOwn = 32
const longAway = 5
const mostTries = 4
// ms until what somebody else holds goes with the next group again, and what is left of the patience when that has no sense any more.
const whileHeld = 250
const tooLate = 750
// ms after the patience: where its own statement was given up, that says why.
const afterIts = 250
// ms between two looks at what is to be given up.
const shortest = 100
const heldTooLong: Failure = { kind: 'again', why: `somebody else holds it (${notFree})`, code: notFree }
const tooLong: Failure = { kind: 'away', why: `the server took longer than ${patience} ms` }

/**
 * Gathers what is asked for while the server works on what came before, and asks for it in one statement, which is
 * one commit. A group that fails because of one of its rows is halved until that row fails alone. What somebody else holds
 * rests between groups, and is refused when the patience with it ends.
 */
export class Group<Op, Result> {
  readonly #work: GroupWork<Op, Result>
  #waiting: Waiting<Op, Result>[] = []
  readonly #away = new Set<readonly Waiting<Op, Result>[]>()
  #resting: Waiting<Op, Result>[] = []
  #isPlanned = false
  #later: NodeJS.Timeout | undefined
  #commits = 0
  #isWatching = false

  constructor(work: GroupWork<Op, Result>) {
    this.#work = work
  }

  /** Groups that were committed. */
  get commits(): number {
    return this.#commits
  }

  /**
   * @param since when it came, ms of the process' clockwork: five seconds later it is given up, wherever it is. What the server does with
   *   it then is as if the answer was lost. Without it, it waits for as long as its group does.
   * @throws ServerFailure
   */
  add(op: Op, since = Number.POSITIVE_INFINITY): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ op, resolve, reject, until: since + patience + afterIts, isHeld: false, isOver: false })
      if (!this.#isWatching && since < Number.POSITIVE_INFINITY) this.#watch(patience + afterIts)
      if (this.#isPlanned) return
      this.#isPlanned = true
      // Whatever else comes in this turn of the event loop goes with it.
      setImmediate(() => {
        this.#isPlanned = false
        this.#send()
      })
    })
  }

  #send(): void {
    while (this.#away.size < mostAway) {
      if (this.#away.size > 0 && !this.#isWorthOne()) {
        this.#sendLater()
        return
      }
      if (!this.#sendNext()) return
    }
  }

  /** One timer for all of them, which is set when it is due: what is answered in time costs nothing here. */
  #watch(ms: number): void {
    this.#isWatching = true
    whenPatienceEnds(systemClock, ms, () => {
      const now = performance.now()
      for (const waiting of this.#open().filter(({ until }) => until <= now)) {
        waiting.isOver = true
        waiting.reject(new ServerFailure(waiting.isHeld ? heldTooLong : tooLong))
      }
      this.#waiting = this.#waiting.filter(({ isOver }) => !isOver)
      this.#resting = this.#resting.filter(({ isOver }) => !isOver)
      const next = this.#open().reduce((first, { until }) => Math.min(first, until), Number.POSITIVE_INFINITY)
      this.#isWatching = next < Number.POSITIVE_INFINITY
      if (this.#isWatching) this.#watch(Math.max(shortest, next - now))
    })
  }

  /** What may have no answer yet. */
  #open(): readonly Waiting<Op, Result>[] {
    return [...this.#waiting, ...this.#resting, ...[...this.#away].flat()].filter(({ isOver }) => !isOver)
  }

  #isWorthOne(): boolean {
    const { isPatient } = this.#work
    if (this.#waiting.length < worthOfItsOwn || isPatient === undefined) return this.#waiting.length >= worthOfItsOwn
    return this.#waiting.filter(({ op }) => !isPatient(op)).length >= worthOfItsOwn
  }

  #sendLater(): void {
    if (this.#waiting.length === 0 || this.#later !== undefined) return
    this.#later = setTimeout(() => {
      this.#later = undefined
      if (this.#away.size < mostAway) this.#sendNext()
    }, longAway)
  }

  /** @returns whether anything could go */
  #sendNext(): boolean {
    const group = this.#next()
    if (group.length === 0) return false
    this.#away.add(group)
    this.#do(group).then(() => {
      this.#away.delete(group)
      this.#send()
    })
    return true
  }

  /** What can go now: what must keep its order waits for those of its kind that are on their way, or rest. */
  #next(): readonly Waiting<Op, Result>[] {
    const { orderOf, namesOf, bytesOf } = this.#work
    const held = new Set([...this.#away, this.#resting].flatMap((group) => group.map(({ op }) => orderOf(op))))
    const names = new Set<string>()
    const group: Waiting<Op, Result>[] = []
    const left: Waiting<Op, Result>[] = []
    let bytes = 0
    for (const waiting of this.#waiting) {
      if (group.length >= mostRows || bytes >= mostBytes) {
        left.push(waiting)
        continue
      }
      const { op } = waiting
      const own = namesOf(op)
      if (held.has(orderOf(op)) || own.some((name) => names.has(name))) {
        held.add(orderOf(op))
        left.push(waiting)
        continue
      }
      for (const name of own) names.add(name)
      group.push(waiting)
      bytes += bytesOf(op)
    }
    this.#waiting = left
    return group
  }

  async #do(group: readonly Waiting<Op, Result>[]): Promise<void> {
    const failure = await this.#try(group)
    if (failure === undefined) return
    if (failure.kind === 'row' && group.length > 1) {
      const half = Math.ceil(group.length / 2)
      await this.#do(group.slice(0, half))
      await this.#do(group.slice(half))
      return
    }
    for (const { reject } of group) reject(failure)
    if (failure.kind !== 'away') return
    // Nobody answers: whoever waits has waited long enough.
    const others = [...this.#resting, ...this.#waiting]
    this.#resting = []
    this.#waiting = []
    for (const { reject } of others) reject(failure)
  }

  /** What is held rests. It comes before all that waits then, so what must keep its order does. */
  #isHeld(waiting: Waiting<Op, Result>, result: Result | undefined): boolean {
    if (result !== undefined) {
      waiting.resolve(result)
      return false
    }
    waiting.isHeld = true
    if (performance.now() < waiting.until - tooLate) this.#rest(waiting)
    else waiting.reject(new ServerFailure(heldTooLong))
    return true
  }

  #rest(waiting: Waiting<Op, Result>): void {
    this.#resting.push(waiting)
    if (this.#resting.length > 1) return
    setTimeout(() => {
      this.#waiting = [...this.#resting, ...this.#waiting]
      this.#resting = []
      this.#send()
    }, whileHeld)
  }

  async #try(group: readonly Waiting<Op, Result>[]): Promise<ServerFailure | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        const wereHeld = group.some(({ isHeld }) => isHeld)
        const resultOf = await this.#work.run(
          group.map(({ op }) => op),
          wereHeld,
        )
        const isHeld = group.map((waiting) => this.#isHeld(waiting, resultOf(waiting.op)))
        if (isHeld.includes(false)) this.#commits++
        return undefined
      } catch (error) {
        const failure = toServerFailure(error)
        if (failure.kind !== 'again' || tries === mostTries) return failure
      }
    }
  }
}

interface Waiting<Op, Result> {
  readonly op: Op
  readonly resolve: (result: Result) => void
  readonly reject: (failure: ServerFailure) => void
  /** When it is given up, ms of the process' clockwork. */
  readonly until: number
  /** Whether somebody else held it when it was tried. */
  isHeld: boolean
  /** Whether it was given up. */
  isOver: boolean
}
