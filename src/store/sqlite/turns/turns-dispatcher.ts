import type { DatabaseSync } from 'node:sqlite'
import { Undo } from '../rows/undo.ts'
import type { Dispatcher } from '../worker/dispatcher.ts'
import type { TurnsTask } from './turns-operations.ts'
import { TurnsWriter } from './turns-writer.ts'

/** Works on the tasks of turns. */
export class TurnsDispatcher implements Dispatcher<TurnsTask> {
  readonly undo = new Undo()
  readonly #writer: TurnsWriter

  constructor(connection: DatabaseSync, holders: Iterable<number>) {
    this.#writer = new TurnsWriter(connection, this.undo, holders)
  }

  get holders(): Iterable<number> {
    return this.#writer.holders
  }

  writes([name]: TurnsTask): boolean {
    return name !== 'look' && name !== 'leave' && name !== 'resumable'
  }

  /** Whoever is told that an effect has begun does it. */
  outlivesPower([name]: TurnsTask): boolean {
    return name === 'begin'
  }

  beginGroup(now: number): void {
    this.#writer.now = now
  }

  perform([name, asked]: TurnsTask): unknown {
    switch (name) {
      case 'open':
        return this.#writer.open(...asked)
      case 'close':
        return this.#writer.close(...asked)
      case 'finish':
        return this.#writer.finish(...asked)
      case 'begin':
        return this.#writer.begin(...asked)
      case 'conclude':
        return this.#writer.conclude(...asked)
      case 'resumable':
        return this.#writer.resumable(...asked)
      case 'seen':
        return this.#writer.seen(...asked)
      case 'note':
        return this.#writer.note(...asked)
      case 'end':
        return this.#writer.end(...asked)
      case 'look':
        return this.#writer.look(...asked)
      case 'leave':
        return this.#writer.leave(...asked)
      case 'sweep':
        return this.#writer.sweep(...asked)
    }
  }

  /** Nothing is put off. */
  finishGroup(): void {
    return
  }

  /** Traces are of notifications. */
  ids(): readonly string[] {
    return []
  }

  chores(): readonly TurnsTask[] {
    return []
  }

  /** Those who wait for a session are told where its turns are answered. */
  takeNews(): boolean {
    return false
  }

  hasDue(): boolean {
    return false
  }
}
