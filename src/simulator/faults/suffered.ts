import type { CallAnswer } from '../api/endpoint.ts'
import type { Random } from '../random.ts'
import type { WireFields } from '../wire/names.ts'
import type { Written } from '../wire/sealed.ts'
import { type Fault, type Plan, plainly, type Struck, type Ways } from './fault.ts'
import { type ActiveFault, type FaultName, stages } from './table.ts'

/** What one push, or one call, suffers: each stage applies its faults, in the order of the table. */
export class Suffered {
  readonly #struck: Struck
  readonly #active: readonly ActiveFault[]
  readonly #random: Random

  constructor(struck: Struck, active: readonly ActiveFault[], random: Random) {
    this.#struck = struck
    this.#active = active
    this.#random = random
  }

  /** Those that strike this push itself, and not only bring another beside it. */
  get names(): string[] {
    return this.#active.map(({ name }) => name).filter((name) => name !== 'forge' && name !== 'probe')
  }

  /** What the push says, by the reference's names. */
  fields(fields: WireFields): WireFields {
    return this.#through(stages.fields, fields, (way, changed) => way(changed, this.#random))
  }

  /** The same with its names as they are written. */
  writtenFields(fields: WireFields): WireFields {
    return this.#through(stages.names, fields, (way, changed) => way(changed, this.#random))
  }

  bytes(written: Written): Written {
    return this.#through(stages.bytes, written, (way, changed) => way(changed, this.#random))
  }

  plan(): Plan {
    return this.#through(stages.sending, plainly, (way, plan) => way(plan))
  }

  /** The application's reply, as the service reads it. */
  reply(body: Buffer): Buffer {
    return this.#through(stages.reply, body, (way, changed) => way(changed))
  }

  /** The answer of a call. */
  answer(handle: () => Promise<CallAnswer>): Promise<CallAnswer> {
    return this.#through(stages.answer, handle, (way, inner) => () => way(inner, this.#random))()
  }

  #through<Way, Passing>(
    faults: Readonly<Partial<Record<FaultName, Fault<Way>>>>,
    passing: Passing,
    suffer: (way: Way, passing: Passing) => Passing,
  ): Passing {
    return this.#active.reduce((changed, active) => {
      const fault = faults[active.name]
      return fault === undefined ? changed : suffer(this.#way(fault.ways, active), changed)
    }, passing)
  }

  #way<Way>(ways: Ways<Way>, { name, way }: ActiveFault): Way {
    const possible = ways[this.#struck] ?? {}
    const [first, ...more] = Object.keys(possible)
    const found =
      way === null && first !== undefined ? possible[this.#random.pick([first, ...more])] : possible[way ?? '']
    if (found === undefined) throw new TypeError(`${name} has no way ${way} for ${this.#struck}`)
    return found
  }
}
