import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf, messageOf } from '../../text/message-of.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import type { Snapshot } from './snapshot.ts'

/** Keeps the state in a file: written whole beside it and then put in its place, so that no half of one is ever there. */
export class StateFile {
  readonly #path: string
  #written = ''
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  constructor(path: string) {
    this.#path = resolve(path)
  }

  /** Takes what is in it, if there is a file. @throws FMW_SIMULATOR_STATE where it is broken */
  read(restore: (snapshot: Snapshot) => void): void {
    try {
      this.#written = readFileSync(this.#path, 'utf8')
      restore(JSON.parse(this.#written))
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return
      const problem = `can't read its state from ${this.#path}: ${messageOf(error)}`
      throw new FMW_SIMULATOR_STATE(`${problem}. Delete the file to start again, or name another`)
    }
  }

  /** Writes what is there, and then what changes, soon after each change. @throws FMW_SIMULATOR_STATE */
  keep(snapshot: () => Snapshot): void {
    this.#write(snapshot())
    const look = (): void => {
      const begun = performance.now()
      try {
        this.#write(snapshot())
        this.#isFailing = false
      } catch (error) {
        // The simulator goes on, and says so once.
        if (!this.#isFailing) process.emitWarning(messageOf(error))
        this.#isFailing = true
      }
      // A large state is looked at less often.
      this.#timer = setTimeout(look, Math.max(soon, (performance.now() - begun) * 20)).unref()
    }
    this.#timer = setTimeout(look, soon).unref()
  }

  /** Writes the last. @throws FMW_SIMULATOR_STATE */
  close(snapshot: Snapshot): void {
    clearTimeout(this.#timer)
    this.#write(snapshot)
  }

  #write(snapshot: Snapshot): void {
    const text = JSON.stringify(snapshot)
    if (text === this.#written) return
    const beside = `${this.#path}.${process.pid}.tmp`
    try {
      rmSync(beside, { force: true })
      // Phone numbers stand in it, and addresses with their secrets.
      writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush: true })
      renameSync(beside, this.#path)
    } catch (error) {
      rmSync(beside, { force: true })
      throw new FMW_SIMULATOR_STATE(`can't keep its state in ${this.#path}: ${messageOf(error)}`)
    }
    this.#written = text
  }
}

// ms of the machine's own time.
const soon = 250
