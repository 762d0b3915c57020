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

export interface WalkerSettings {
  readonly lane: Lane
  readonly random: Random
  readonly sender: Sender
  readonly ledger: Ledger
  /** ms between pushes. */
  readonly pause: number
}

/**
 * Pushes what a lane carries, each push only after the one before it was acknowledged or given up: so the order of
 * acceptance is known. Some are repeated at once, twice beside each other, or later; what was not acknowledged is
 * mostly sent again, as the service may.
 */
export class Walker {
  readonly #settings: WalkerSettings
  #open: Push | undefined
  #last: Push | undefined

  constructor(settings: WalkerSettings) {
    this.#settings = settings
  }

  async walk(target: Target): Promise<void> {
    const { lane, random, pause } = this.#settings
    if (this.#open !== undefined && random.chance(forgetShare)) this.#open = undefined
    while (target.goesOn()) {
      this.#open ??= lane.next()
      const push = this.#open
      const first = this.#send(target, push)
      const statuses = await Promise.all(random.chance(twinShare) ? [first, this.#send(target, push)] : [first])
      if (statuses.some(isAcknowledged)) {
        this.#open = undefined
        this.#last = push
      } else if (target.goesOn()) await sleep(retryAfter)
      // The one before, which is known by now.
      if (this.#last !== undefined && random.chance(repeatShare) && target.goesOn()) {
        await this.#send(target, this.#last)
      }
      if (pause > 0 && target.goesOn()) await sleep(pause)
    }
  }

  async #send({ port }: Target, { key, path, body }: Push): Promise<number | 'unanswered'> {
    const { sender, ledger } = this.#settings
    ledger.begin(key)
    const status = await sender.send(port(), path, body)
    ledger.tell(key, status, process.hrtime.bigint())
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
