import type { Tried } from '../../store/effects/outcome.ts'
import { codeOf } from '../../text/message-of.ts'
import { never } from '../script/unawaited.ts'
import type { Caller } from '../talk.ts'
import { PastResults } from './past-results.ts'

/** Whether it would have called the service. */
export function isRefusedCall(error: unknown): boolean {
  return codeOf(error) === 'FMW_ONLY_LOOKING'
}

/** What a script does that no record can answer. */
export class Watch {
  /** Of whom nobody has kept more: whoever takes a path by it takes one that cannot be judged. */
  readonly caller: Caller
  /** Whether readings are made that no record has: `talk.load`, and what a question looks up. Nothing is done. */
  readonly reads: boolean
  /** It has read something of the caller. */
  readsCaller = false
  /** Is called where it would read or do something that the record does not have. */
  onReach: ((step: string) => void) | undefined

  readonly #results: PastResults

  constructor(
    { mobile, mobileInternational, operator, serviceCode }: Caller,
    reads = false,
    results = new PastResults([]),
  ) {
    this.reads = reads
    this.#results = results
    this.caller = new Proxy<Caller>(
      { mobile, mobileInternational, operator, serviceCode },
      {
        get: (caller, name) => {
          this.readsCaller = true
          return Reflect.get(caller, name)
        },
      },
    )
  }

  /** A reading that no record has. */
  async read<Value>(step: string, read: () => Value | Promise<Value>): Promise<Value> {
    if (!this.reads) return this.reach(step)
    try {
      return await read()
    } catch (error) {
      if (isRefusedCall(error)) return this.reach('calls')
      throw error
    }
  }

  /** What was done then. Nothing is done now. */
  async did(name: string): Promise<Tried> {
    return this.#results.take(name) ?? this.reach(`once ${name}`)
  }

  /** The script is left where it is. */
  reach(step: string): Promise<never> {
    this.onReach?.(step)
    return never()
  }
}
