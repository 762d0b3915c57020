import type { TransactionQuestion } from '../../client/transactions/transaction.ts'
import type { Clock } from '../../clock.ts'
import type { Told } from './payment-confirmer.ts'
import { Remembered } from './remembered.ts'

/** Who asks: an entry of the inbox, and when it came, epoch ms. */
export interface Asker {
  readonly id: string
  readonly at: number
}

/**
 * Answers of the service that several entries may read: a hundred callbacks for one payment are one question. An answer is
 * for those that came before it was asked for, once each: whoever looks again asks again. While the service asks to be left
 * alone (`Retry-After` at 429 or 503), nobody asks of any payment.
 */
export class SharedAnswers {
  readonly #clock: Clock
  readonly #answers = new Remembered<Shared>(mostKept)
  /** Until when the service wants to be left alone, monotonic ms. */
  #silentUntil = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param ask asks the service */
  of(question: TransactionQuestion, { id, at }: Asker, ask: () => Promise<Told>): SharedAnswer {
    const key = JSON.stringify(question)
    const now = this.#clock.monotonic()
    const time = this.#clock.now()
    const known = this.#answers.get(key)
    // By date and by span: where the calendar was set between the two, one of them says that it came later.
    const cameBefore = known !== undefined && known.askedAt > at && time - at > now - known.since
    if (cameBefore && now < known.since + sharedFor && !known.readBy.has(id)) {
      known.readBy.add(id)
      return { ...known, isShared: true }
    }
    const silence = this.#silentUntil - now
    if (silence > 0) return { told: Promise.resolve(silent(silence)), askedAt: time, isShared: false }
    const told = ask().then((answer) => this.#heed(answer))
    const asked = { told, askedAt: time, since: now, readBy: new Set([id]) }
    this.#answers.set(key, asked)
    return { ...asked, isShared: false }
  }

  #heed(told: Told): Told {
    const wish = told.answer === undefined ? (told.leaveAlone ?? 0) : 0
    const until = this.#clock.monotonic() + Math.min(wish, longestSilence)
    if (wish > 0 && until > this.#silentUntil) this.#silentUntil = until
    return told
  }
}

function silent(ms: number): Told {
  return {
    problem: `the service asked to be left alone: it is asked again in ${Math.ceil(ms / 1_000)} s at the soonest`,
  }
}

/** An answer of the service, and when it was asked. */
export interface SharedAnswer {
  readonly told: Promise<Told>
  /** Epoch ms, by the clock that dates what comes: the store's, where it has one. */
  readonly askedAt: number
  /** Whether it was asked for another, before. */
  readonly isShared: boolean
}

interface Shared extends Omit<SharedAnswer, 'isShared'> {
  /** When it was asked, monotonic ms. */
  readonly since: number
  readonly readBy: Set<string>
}

// ms; as long as a lane of a hundred takes
const sharedFor = 10_000
const mostKept = 1_000
// ms; a service that asks for more is asked again all the same, or payments would be given up unasked
const longestSilence = 3_600_000
