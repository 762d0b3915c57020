import type { DatabaseSync } from 'node:sqlite'
import { Undo } from '../rows/undo.ts'
import { call, type Dispatcher, type Operations, type TaskOf } from '../worker/dispatcher.ts'
import { TurnsWriter } from './turns-writer.ts'

/** What the worker of turns is asked for. */
export type TurnsOperations = Operations<
  Pick<
    TurnsWriter,
    | 'open'
    | 'close'
    | 'finish'
    | 'begin'
    | 'conclude'
    | 'resumable'
    | 'seen'
    | 'note'
    | 'end'
    | 'look'
    | 'leave'
    | 'sweep'
    | 'erase'
  >
>

export type TurnsTask = TaskOf<TurnsOperations>

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
    return call<TurnsOperations, keyof TurnsOperations>(this.#writer, name, asked)
  }

  chores(): readonly TurnsTask[] {
    return this.#writer.hasErasures() ? [['erase', [mostErased]]] : []
  }
}

// At once, so that nobody waits long for it.
const mostErased = 20
