import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import type { Told } from '../harness/payments/history.ts'

/** What a payment handler was told, written where no kill undoes it: one line each, whole or not at all. */
export class ToldFile {
  readonly #file: number

  constructor(name: string) {
    this.#file = openSync(name, 'a')
  }

  add(told: Told): void {
    writeSync(this.#file, `${JSON.stringify(told)}\n`)
    fdatasyncSync(this.#file)
  }
}
