import { setImmediate } from 'node:timers/promises'
import { type Log, logSafely } from '../../log.ts'
import type { Script } from '../talk.ts'
import { type Difference, type Played, RehearsedTalk } from './rehearsed-talk.ts'
import { failedLines, runScript } from './unawaited.ts'

/**
 * Runs a script a second time against the record of a turn that was answered, now and then: what the first run did outside
 * of its steps happens again then, as it does on every turn, and what it makes of that is told.
 */
export class Rehearsals {
  readonly #script: Script
  readonly #told = new Set<string>()
  #turns = 0

  constructor(script: Script) {
    this.#script = script
  }

  /** A turn was answered. Nothing comes of what follows but a warning, once for each place in the script. */
  async rehearse(played: Played, log: Log): Promise<void> {
    this.#turns += 1
    if (this.#turns > often && this.#turns % seldom !== 0) return
    // The answer goes first, at the end of this turn of the event loop, and whoever waits for it goes on.
    await setImmediate()
    await setImmediate()
    const talk = new RehearsedTalk(played, (err, failed) => {
      if (this.#isNew(`${failed} ${err.stack ?? err.message}`)) logSafely(log, 'error', { err }, failedLines[failed])
    })
    this.#play(talk)
    for (let turn = 0; turn < patience; turn++) await setImmediate()
    talk.giveUp()
    if (talk.difference !== undefined) this.#tell(talk.difference, log)
  }

  async #play(talk: RehearsedTalk): Promise<void> {
    try {
      // A step of the first run gives nothing to it: then it waits for what is no step of its own.
      talk.ended(await runScript(() => this.#script(talk), { of: talk, isOpen: true, tell: ignore, refuse: ignore }))
    } catch (error) {
      talk.threw(error)
    }
  }

  #tell({ problem, ...difference }: Difference, log: Log): void {
    if (this.#isNew(`${problem} ${difference.place}`)) logSafely(log, 'warn', difference, differenceLines[problem])
  }

  #isNew(problem: string): boolean {
    if (this.#told.has(problem) || this.#told.size >= mostTold) return false
    this.#told.add(problem)
    return true
  }
}

const advice = 'it runs again on every turn. Put one-time actions in talk.once. Read changing data in talk.load'
/** What each difference says. */
export const differenceLines: Readonly<Record<Difference['problem'], string>> = {
  path: `the script took another path when it ran again against its record: ${advice}`,
  screen: `the script drew another screen when it ran again against its record: ${advice}`,
  waits: `the script waited for something that is no step of talk: ${advice}`,
  value:
    'a screen says undefined, NaN or [object …]: look at what the script puts into its text, and await what gives it',
  secret:
    'a sensitive answer stands on a screen that is not sensitive: leave it out, or give the screen sensitive: true',
  plainPin: 'a PIN or a password is asked for in plain: give its question sensitive: true, which masks and seals it',
  labels: 'two options read the same, and a subscriber cannot tell them apart: give each a label of its own',
}

// The first run has told of it.
const ignore = (): void => undefined
// Turns of the event loop: no step of a second run takes any.
const patience = 2
// Each of so many turns, then every so many.
const often = 64
const seldom = 64
const mostTold = 32
