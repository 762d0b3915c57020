import type { DatabaseSync } from 'node:sqlite'
import { trace } from '../../../trace.ts'
import { Undo } from '../rows/undo.ts'
import type { Dispatcher } from '../worker/dispatcher.ts'
import type { InboxTask } from './inbox-operations.ts'
import { InboxWriter } from './inbox-writer.ts'
import type { ToldClaim } from './lanes.ts'

/** Works on the inbox's tasks. */
export class InboxDispatcher implements Dispatcher<InboxTask> {
  readonly undo = new Undo()
  readonly #writer: InboxWriter
  #ids: string[] = []
  #isTraced = false

  constructor(connection: DatabaseSync, told: readonly ToldClaim[], keysPerPart?: number) {
    this.#writer = new InboxWriter(connection, this.undo, told, keysPerPart)
  }

  /** Claims need no write: they are this process's alone. */
  writes([name]: InboxTask): boolean {
    return name !== 'claim' && name !== 'cutOff'
  }

  /** All does: the file is synced with each group. */
  outlivesPower(): boolean {
    return false
  }

  beginGroup(now: number): void {
    this.#writer.now = now
    this.#isTraced = trace.committing.hasSubscribers || trace.committed.hasSubscribers
    this.#ids = []
  }

  perform(task: InboxTask, payload: Uint8Array): unknown {
    if (this.#isTraced) this.#note(task)
    const [name, asked] = task
    switch (name) {
      case 'accept':
        return this.#writer.accept(asked, payload)
      case 'settle':
        return this.#writer.settle(asked)
      case 'rewrite':
        return this.#writer.rewrite(...asked, payload)
      case 'claim':
        return this.#writer.claim(...asked)
      case 'replay':
        return this.#writer.replay(...asked)
      case 'sweep':
        return this.#writer.sweep(...asked)
      case 'sweepKeys':
        return this.#writer.sweepKeys(...asked)
      case 'cutOff':
        return this.#writer.cutOff(...asked)
      case 'forget':
        return this.#writer.forget(...asked)
      case 'carryOut':
        return this.#writer.carryOut(...asked)
    }
  }

  finishGroup(): void {
    this.#writer.finishGroup()
  }

  ids(): readonly string[] {
    return this.#ids
  }

  chores(now: number): readonly InboxTask[] {
    this.#writer.now = now
    return this.#writer.hasRequests() ? [['carryOut', [mostRequests]]] : []
  }

  /** Whether there may be something to claim. */
  takeNews(): boolean {
    return this.#writer.takeWork()
  }

  hasDue(now: number): boolean {
    this.#writer.now = now
    return this.#writer.hasDue()
  }

  heldClaims(): readonly ToldClaim[] {
    return this.#writer.heldClaims()
  }

  #note([name, asked]: InboxTask): void {
    if (name === 'accept') this.#ids.push(asked[2])
    if (name !== 'settle' && name !== 'rewrite') return
    const id = this.#writer.idOf(asked[0], asked[1])
    if (id !== undefined) this.#ids.push(id)
  }
}

// At once, so that nobody waits long for it.
const mostRequests = 100
