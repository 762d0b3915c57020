import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import type { Effect } from '../harness/effects.ts'

/** What handlers have done, written where no kill undoes it: one line each, whole or not at all. */
export class EffectsFile {
  readonly #file: number

  constructor(file: string) {
    this.#file = openSync(file, 'a')
  }

  add(effect: Effect): void {
    writeSync(this.#file, `${JSON.stringify(effect)}\n`)
    fdatasyncSync(this.#file)
  }
}
