import { HeldState } from '../turns/state.ts'
import { jsonLengthAtMost } from './json-length.ts'
import type { TalkRecord } from './record.ts'

/** A record as the state of its session: a turn that reads it in this process works on a copy, and never parses it. */
export class HeldRecord extends HeldState {
  readonly #record: TalkRecord

  /** @param record is changed no more */
  constructor(record: TalkRecord) {
    super()
    this.#record = record
  }

  copy(): TalkRecord {
    return copyOf(this.#record)
  }

  override toJSON(): TalkRecord {
    return this.#record
  }

  override get lengthAtMost(): number {
    return jsonLengthAtMost(this.#record)
  }
}

/** Steps, words and options are replaced and never changed, so the copy shares them. */
function copyOf(record: TalkRecord): TalkRecord {
  const { steps, asked, from } = record
  const copy = { ...record, steps: [...steps] }
  if (asked !== undefined) copy.asked = { ...asked }
  if (from !== undefined) copy.from = copyOf(from)
  return copy
}
