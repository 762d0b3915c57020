import type { InboxOperations } from '../inbox/inbox-dispatcher.ts'
import type { TurnsOperations } from '../turns/turns-dispatcher.ts'
import type { Ask } from '../worker/dispatcher.ts'
import type { InboxReads, TurnReads } from '../worker/file-reader.ts'

/** How the threads of a store are asked. */
export interface Route {
  ask<Name extends keyof InboxOperations, Value>(question: InboxQuestion<Name, Value>): Promise<Value>
  askTurns<Name extends keyof TurnsOperations>(
    name: Name,
    asked: TurnsOperations[Name]['asked'],
    late?: (answer: TurnsOperations[Name]['answer']) => void,
  ): Promise<TurnsOperations[Name]['answer']>
  readonly readInbox: Ask<InboxReads>
  readonly readTurns: Ask<TurnReads>
}

/** Something that the inbox's worker is asked. */
export interface InboxQuestion<Name extends keyof InboxOperations, Value> {
  readonly task: readonly [name: Name, asked: InboxOperations[Name]['asked']]
  readonly payload?: Uint8Array
  read(answer: InboxOperations[Name]['answer']): Value
  late?: (answer: InboxOperations[Name]['answer']) => void
}

/** Asks the inbox's worker for what has no payload, and is no use to anybody when it comes late. */
export function askInbox({ ask }: Pick<Route, 'ask'>): Ask<InboxOperations> {
  return (name, asked) => ask({ task: [name, asked], read: (answer) => answer })
}

/** The same for one of those who have the store open, until that one closes it. */
export class OpenRoute implements Route {
  readonly ask: Route['ask'] = (question) => this.#refusal() ?? this.#route.ask(question)
  readonly askTurns: Route['askTurns'] = (...asked) => this.#refusal() ?? this.#route.askTurns(...asked)
  readonly readInbox: Route['readInbox'] = (...asked) => this.#refusal() ?? this.#route.readInbox(...asked)
  readonly readTurns: Route['readTurns'] = (...asked) => this.#refusal() ?? this.#route.readTurns(...asked)
  readonly #route: Route & { unavailable(why: string): Error }
  #isClosed = false

  constructor(route: Route & { unavailable(why: string): Error }) {
    this.#route = route
  }

  close(): void {
    this.#isClosed = true
  }

  #refusal(): Promise<never> | undefined {
    return this.#isClosed ? Promise.reject(this.#route.unavailable('it is closed')) : undefined
  }
}
