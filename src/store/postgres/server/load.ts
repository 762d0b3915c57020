import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import { ServerFailure, toUnavailable } from './failure.ts'
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
  #trouble: string | undefined
  #onEmpty: () => void = ignore

  /** @param whyNot why nothing can be asked now */
  constructor(name: string, whyNot: () => string | undefined) {
    this.#name = name
    this.#whyNot = whyNot
  }

  get waiting(): number {
    return this.#since.size
  }

  /** Why it is not well: it cannot be asked, what waits is old, or the last thing that was asked failed. */
  get why(): string | undefined {
    const why = this.#whyNot()
    if (why !== undefined) return why
    const [oldest] = this.#since
    if (oldest !== undefined && performance.now() - oldest.at > oldAge) return `it has not answered for ${oldAge} ms`
    return this.#trouble
  }

  /** Waits until nothing waits any more. */
  empty(): Promise<void> {
    if (this.#since.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onEmpty = resolve
    })
  }

  /** @throws FMW_STORE_UNAVAILABLE when it cannot be asked, or has no room */
  async carry<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const why = this.#whyNot() ?? this.#full(bytes)
    if (why !== undefined) throw new FMW_STORE_UNAVAILABLE(this.#name, why)
    const mark = { at: performance.now() }
    this.#since.add(mark)
    this.#bytes += bytes
    try {
      const result = await work()
      this.#trouble = undefined
      return result
    } catch (error) {
      const told = toUnavailable(this.#name, error)
      this.#trouble = error instanceof ServerFailure ? error.why : undefined
      throw told
    } finally {
      this.#since.delete(mark)
      this.#bytes -= bytes
      if (this.#since.size === 0) this.#onEmpty()
    }
  }

  #full(bytes: number): string | undefined {
    if (this.#since.size >= mostOperations) return `${mostOperations} operations wait for it already`
    if (this.#bytes + bytes > mostBytes) return `${mostBytes} bytes wait for it already`
    return undefined
  }
}

const oldAge = 2_000
