import { never } from '../script/unawaited.ts'
import type { Caller } from '../talk.ts'

/** What a script does that no record can answer. */
export class Watch {
  /** Of whom nobody has kept more: whoever takes a path by it takes one that cannot be judged. */
  readonly caller: Caller
  /** It has read something of the caller. */
  readsCaller = false
  /** Is called where it would read or do something that the record does not have. */
  onReach: ((step: string) => void) | undefined

  constructor({ mobile, mobileInternational, operator, serviceCode }: Caller) {
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

  /** The script is left where it is. */
  reach(step: string): Promise<never> {
    this.onReach?.(step)
    return never()
  }
}
