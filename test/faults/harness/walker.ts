import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { Lane, Push } from './pushes.ts'
import type { Random } from './random.ts'
import type { Sender } from './send.ts'

/** Where pushes go now, and for how long. */
export interface Target {
  /** Asked for each push. */
  readonly port: () => number
  /** Asked before each push. */
  readonly goesOn: () => boolean
}

/**
 * Pushes what a lane carries, each push only after the one before it was acknowledged or given up: so the order of
 * acceptance is known. Some are repeated at once, twice beside each other, or later; what was not acknowledged is
 * mostly sent again, as the service may.
 */
export class Walker {
  readonly #lane: Lane
  readonly #random: Random
  readonly #sender: Sender
  readonly #ledger: Ledger
  #open: Push | undefined
  #last: Push | undefined

  constructor(lane: Lane, random: Random, sender: Sender, ledger: Ledger) {
    this.#lane = lane
    this.#random = random
    this.#sender = sender
    this.#ledger = ledger
  }

  async walk(target: Target): Promise<void> {
    if (this.#open !== undefined && this.#random.chance(forgetShare)) this.#open = undefined
    while (target.goesOn()) {
      this.#open ??= this.#lane.next()
      const push = this.#open
      const statuses = await Promise.all(
        this.#random.chance(twinShare)
          ? [this.#send(target, push), this.#send(target, push)]
          : [this.#send(target, push)],
      )
      if (statuses.some(isAcknowledged)) {
        this.#open = undefined
        this.#last = push
      } else if (target.goesOn()) await sleep(retryAfter)
      // The one before, which is known by now.
      if (this.#last !== undefined && this.#random.chance(repeatShare) && target.goesOn()) {
        await this.#send(target, this.#last)
      }
    }
  }

  async #send({ port }: Target, { key, path, body }: Push): Promise<number | 'unanswered'> {
    this.#ledger.begin(key)
    const status = await this.#sender.send(port(), path, body)
    this.#ledger.tell(key, status, process.hrtime.bigint())
    return status
  }
}

function isAcknowledged(status: number | 'unanswered'): boolean {
  return status !== 'unanswered' && status >= 200 && status < 300
}

const forgetShare = 0.3
const twinShare = 0.1
const repeatShare = 0.1
// ms
const retryAfter = 50
