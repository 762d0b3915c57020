import type { DatabaseSync } from 'node:sqlite'
import { trace } from '../../../trace/moments.ts'
import { type PeopleOperations, PeopleTables } from '../people/people-tables.ts'
import { Undo } from '../rows/undo.ts'
import { call, type Dispatcher, type Operations, type TaskOf } from '../worker/dispatcher.ts'
import { InboxWriter } from './inbox-writer.ts'
import type { ToldClaim } from './lanes.ts'

/** What the inbox's worker is asked for. */
export type InboxOperations = WriterOperations & PeopleOperations

type WriterOperations = Operations<
  Pick<
    InboxWriter,
    | 'accept'
    | 'claim'
    | 'settle'
    | 'settleReview'
    | 'rewrite'
    | 'agree'
    | 'replay'
    | 'sweep'
    | 'sweepKeys'
    | 'cutOff'
    | 'forget'
    | 'carryOut'
  >
>

export type InboxTask = TaskOf<InboxOperations>

/** Works on the inbox's tasks. */
export class InboxDispatcher implements Dispatcher<InboxTask> {
  readonly undo = new Undo()
  readonly #writer: InboxWriter
  readonly #people: PeopleTables
  #ids: string[] = []
  #isTraced = false

  constructor(connection: DatabaseSync, told: readonly ToldClaim[], keysPerPart?: number) {
    this.#writer = new InboxWriter(connection, this.undo, told, keysPerPart)
    this.#people = new PeopleTables(connection)
  }

  /** Claims need no write: they are this process's alone. */
  writes([name]: InboxTask): boolean {
    return name !== 'claim' && name !== 'cutOff' && name !== 'listStops'
  }

  beginGroup(now: number): void {
    this.#writer.now = now
    this.#people.now = now
    this.#isTraced = trace.committing.hasSubscribers || trace.committed.hasSubscribers
    this.#ids = []
  }

  perform(task: InboxTask, payload: Uint8Array): unknown {
    if (isOfPeople(task)) return call<PeopleOperations, keyof PeopleOperations>(this.#people, task[0], task[1])
    if (this.#isTraced) this.#note(task)
    this.#writer.payload = payload
    return call<WriterOperations, keyof WriterOperations>(this.#writer, task[0], task[1])
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

function isOfPeople(task: InboxTask): task is TaskOf<PeopleOperations> {
  return task[0] in PeopleTables.prototype
}

// At once, so that nobody waits long for it.
const mostRequests = 100
