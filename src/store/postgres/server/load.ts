import { begun } from '../../../is-thenable.ts'
import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import { type FailureKind, forbidden, notFree, ServerFailure, taken, toUnavailable } from './failure.ts'
import { ignore } from './within.ts'

const mostOperations = 10_000
const mostBytes = 32 * 1_048_576

/** What waits for the server, bounded by count and bytes, so that a server that stalls does not fill the memory. */
export class Load {
  readonly #name: string
  readonly #whyNot: () => string | undefined
  /** When each of them came, ms, the oldest first. */
  readonly #since = new Set<{ readonly at: number }>()
  #bytes = 0
  /** What failed last of each, the newest last: at most one of each name that the code has. */
  readonly #troubles = new Map<string, Trouble>()
  #lack: string | undefined
  #isPushRefused = false
  readonly #now: () => number
  readonly #isSilent: () => boolean
  readonly #onRefused: () => void
  readonly #onPushRefused: () => void
  /** Why nothing that is pushed can be kept, as whoever has tried it says. It counts until a push is kept. */
  held: string | undefined
  #onEmpty: () => void = ignore

  /** @param whyNot why nothing can be asked now */
  constructor(
    name: string,
    whyNot: () => string | undefined,
    { now = () => performance.now(), isSilent = () => true, onRefused = ignore, onPushRefused = ignore }: Beside = {},
  ) {
    this.#name = name
    this.#whyNot = whyNot
    this.#now = now
    this.#isSilent = isSilent
    this.#onRefused = onRefused
    this.#onPushRefused = onPushRefused
  }

  get waiting(): number {
    return this.#since.size
  }

  /** Why it is not well: it cannot be asked, what waits is old and nothing else is answered, rights are missing, somebody holds what pushes need, or something has failed that did not work since. */
  get why(): string | undefined {
    const why = this.#whyNot()
    if (why !== undefined) return why
    const [oldest] = this.#since
    const isOld = oldest !== undefined && this.#now() - oldest.at > oldAge
    if (isOld && this.#isSilent()) return `it has not answered for ${oldAge} ms`
    return this.#lack ?? (this.#isPushRefused ? this.held : undefined) ?? this.#trouble
  }

  get #trouble(): string | undefined {
    const since = this.#now() - remembered
    return [...this.#troubles.values()].findLast(({ at }) => at >= since)?.why
  }

  /** Which rights are missing, as it was told. */
  get lack(): string | undefined {
    return this.#lack
  }

  /** Where none is missing any more, what was refused for them may be asked again. */
  set lack(why: string | undefined) {
    if (why === undefined && this.#lack !== undefined) this.#forget(({ isRefusal }) => isRefusal)
    this.#lack = why
  }

  /** Waits until nothing waits any more. */
  empty(): Promise<void> {
    if (this.#since.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onEmpty = resolve
    })
  }

  /**
   * @param work is told when the operation came, ms
   * @param what one of a few names, where pushes need it: if it can't be done, nothing else that works makes up for it
   * @throws FMW_STORE_UNAVAILABLE when it cannot be asked, or has no room
   */
  carry<T>(bytes: number, work: (since: number) => Promise<T>, what = anything): Promise<T> {
    const why = this.#whyNot() ?? this.#full(bytes)
    if (why !== undefined) return Promise.reject(new FMW_STORE_UNAVAILABLE(this.#name, why))
    const mark = { at: this.#now() }
    this.#since.add(mark)
    this.#bytes += bytes
    return begun(() => work(mark.at)).then(
      (result) => {
        this.#troubles.delete(what)
        if (what === keeping) this.#isPushRefused = false
        this.#forget(({ passes }) => passes)
        this.#isOver(mark, bytes)
        return result
      },
      (error: unknown) => {
        if (error instanceof ServerFailure) this.#note(what, error)
        this.#isOver(mark, bytes)
        throw toUnavailable(this.#name, error)
      },
    )
  }

  #isOver(mark: { readonly at: number }, bytes: number): void {
    this.#since.delete(mark)
    this.#bytes -= bytes
    if (this.#since.size === 0) this.#onEmpty()
  }

  #note(what: string, { why, kind, code }: ServerFailure): void {
    if (what === keeping && goesBy.includes(kind)) {
      this.#isPushRefused = true
      this.#onPushRefused()
    }
    // The server does everything else.
    if (code === notFree) return
    const isOfOne = what === anything || (kind === 'row' && code !== taken)
    const isRefusal = code === forbidden && what !== anything
    this.#troubles.delete(what)
    this.#troubles.set(what, { why, at: this.#now(), passes: isOfOne || goesBy.includes(kind), isRefusal })
    if (isRefusal) this.#onRefused()
  }

  #forget(isIt: (trouble: Trouble) => boolean): void {
    for (const [what, trouble] of this.#troubles) if (isIt(trouble)) this.#troubles.delete(what)
  }

  #full(bytes: number): string | undefined {
    if (this.#since.size >= mostOperations) return `${mostOperations} operations wait for it already`
    if (this.#bytes + bytes > mostBytes) return `${mostBytes} bytes wait for it already`
    return undefined
  }
}

/** What it is told beside. */
interface Beside {
  /** ms, by a clock that never goes back. */
  readonly now?: () => number
  /** Whether the server answers nothing: what is old waits for a lock otherwise. */
  readonly isSilent?: () => boolean
  /** Is called when rights are missing for what pushes need. */
  readonly onRefused?: () => void
  /** Is called when a push was refused, perhaps for what somebody else holds: one row, or all of a table. */
  readonly onPushRefused?: () => void
}

interface Trouble {
  readonly why: string
  readonly at: number
  /** Whether anything that works shows that it is over. */
  readonly passes: boolean
  /** Whether rights are missing. */
  readonly isRefusal: boolean
}

const anything = ''

/** What keeps a push, of the names. */
export const keeping = 'accept'

// What the server, its connections or another's lock was to blame for.
const goesBy: readonly FailureKind[] = ['away', 'broken', 'busy', 'again']

const oldAge = 2_000
// ms. Without pushes it would never be asked again: a load balancer that goes by the health sends none until this is over.
const remembered = 15_000
