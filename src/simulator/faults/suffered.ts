import type { CallAnswer } from '../api/endpoint.ts'
import type { Random } from '../random.ts'
import type { Written } from '../wire/encode.ts'
import type { WireFields } from '../wire/names.ts'
import { type Plan, plainly } from '../wire/plan.ts'
import type { ActiveFault } from './active.ts'
import type { Struck, Ways } from './fault.ts'
import { faultTable } from './table.ts'

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
    return this.#active.reduce((changed, active) => {
      const fault = faultTable[active.name]
      return fault.stage === 'fields' ? this.#way(fault.ways, active)(changed, this.#random) : changed
    }, fields)
  }

  /** The same with its names as they are written. */
  writtenFields(fields: WireFields): WireFields {
    return this.#active.reduce((changed, active) => {
      const fault = faultTable[active.name]
      return fault.stage === 'names' ? this.#way(fault.ways, active)(changed, this.#random) : changed
    }, fields)
  }

  bytes(written: Written): Written {
    return this.#active.reduce((changed, active) => {
      const fault = faultTable[active.name]
      return fault.stage === 'bytes' ? this.#way(fault.ways, active)(changed, this.#random) : changed
    }, written)
  }

  plan(): Plan {
    return this.#active.reduce((plan, active) => {
      const fault = faultTable[active.name]
      return fault.stage === 'sending' ? this.#way(fault.ways, active)(plan) : plan
    }, plainly)
  }

  /** The application's reply, as the service reads it. */
  reply(body: Buffer): Buffer {
    return this.#active.reduce((changed, active) => {
      const fault = faultTable[active.name]
      return fault.stage === 'reply' ? this.#way(fault.ways, active)(changed) : changed
    }, body)
  }

  /** The answer of a call. */
  answer(handle: () => Promise<CallAnswer>): Promise<CallAnswer> {
    const whole = this.#active.reduce((inner, active) => {
      const fault = faultTable[active.name]
      if (fault.stage !== 'answer') return inner
      const way = this.#way(fault.ways, active)
      return () => way(inner, this.#random)
    }, handle)
    return whole()
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
