import assert from 'node:assert/strict'
import { defaultScreens } from '../../src/turns/screens.ts'
import { type AnyHandler, type Driven, type DriveOptions, drive, end, type Pushed, prompt, settled } from './drive.ts'
import type { EventFields } from './ussd-event.ts'

/** One thing that happens to the turns of a few sessions. */
export type Action =
  | {
      readonly do: 'push'
      readonly session: number
      readonly sequence: number | null
      readonly message: string
      /** ms between the arrival of the request and its end. */
      readonly lag: number
    }
  | { readonly do: 'repeat'; readonly which: number }
  | { readonly do: 'leave'; readonly session: number; readonly type: 'release' | 'timeout' }
  | { readonly do: 'finish'; readonly which: number; readonly how: Ending }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'sweep' }

/** How a handler ends. */
export type Ending = 'prompt' | 'promptWithState' | 'end' | 'throw' | 'nothing'

/** What is believed of a session, from a first push until nobody used it for its time. */
interface Believed {
  /** Identities whose handler ran. */
  readonly ran: Set<string>
  state: unknown
  isOver: boolean
  /** Nothing came of it but pushes that its subscriber has left. */
  isUnseen: boolean
  /** How often `onLeave` ran. */
  ends: number
  touchedAt: number
}

/** A handler that was started. */
interface Run {
  readonly name: string
  readonly session: Believed
  readonly signal: AbortSignal
  readonly work: PromiseWithResolvers<unknown>
}

const budget = 6_000
const sessionExpiry = 90_000

/**
 * Drives turns by actions, beside a model of what may be seen of them, and fails where they break a promise of
 * the design: one answer for each push, within the budget; one run for each identity; one run at a time in a
 * session; its state its own, seen as the last reply left it, and not written after its end.
 */
export class Model {
  readonly #driven: Driven
  readonly #sessions = new Map<string, Believed>()
  readonly #pushes: { readonly push: Pushed; readonly session: Believed; readonly due: number }[] = []
  readonly #running: Run[] = []
  /** What a handler or onLeave found broken: the turns would take its throwing for a failure of the merchant's. */
  #broken: unknown
  #started = 0

  constructor(onDeadline: NonNullable<DriveOptions['onDeadline']>) {
    this.#driven = drive((event, turn, work) => this.#told(() => this.#handle(event, turn, work)), {
      budget,
      sessionExpiry,
      onDeadline,
      onLeave: ({ sessionId }, { state }) => {
        this.#told(() => {
          const session = this.#session(sessionId)
          session.ends += 1
          assert.equal(session.ends, 1, `onLeave of ${sessionId} ran again`)
          assert.deepEqual(state, session.state, `onLeave of ${sessionId} saw another state`)
        })
      },
    })
  }

  /** Runs the actions, then lets everything end. @throws AssertionError where a promise is broken */
  async run(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      this.#act(action)
      // What is due at once comes at once.
      this.#driven.clock.advance(0)
      await settled()
      this.#judge()
    }
    await this.#windDown()
  }

  #act(action: Action): void {
    const { clock, turns } = this.#driven
    switch (action.do) {
      case 'push': {
        const { session, sequence, message, lag } = action
        const type = sequence === 1 ? 'initiation' : 'response'
        this.#push({ sessionId: `s${session}`, type, message, sequence }, Math.max(0, clock.monotonic() - lag))
        break
      }
      case 'repeat': {
        const again = this.#pushes[action.which % Math.max(1, this.#pushes.length)]
        if (again !== undefined) this.#push(again.push.event, clock.monotonic())
        break
      }
      case 'leave':
        this.#push({ sessionId: `s${action.session}`, type: action.type, sequence: 99 }, clock.monotonic())
        break
      case 'finish': {
        const [run] = this.#running.splice(action.which % Math.max(1, this.#running.length), 1)
        if (run !== undefined) this.#finish(run, action.how)
        break
      }
      case 'advance':
        clock.advance(action.ms)
        break
      case 'sweep':
        turns.sweep()
    }
  }

  #push(fields: EventFields, arrivedAt: number): void {
    const { clock, push } = this.#driven
    const now = clock.monotonic()
    const { sessionId, type } = fields
    if (this.#hasExpired(sessionId)) this.#sessions.delete(sessionId)
    const isLeaving = type === 'release' || type === 'timeout'
    const known = this.#sessions.get(sessionId)
    if (known?.isUnseen && type === 'initiation') this.#sessions.delete(sessionId)
    const session = this.#session(sessionId, isLeaving)
    session.touchedAt = now
    if (isLeaving) session.isOver = true
    const pushed = push(fields, arrivedAt)
    this.#pushes.push({ push: pushed, session, due: Math.max(now, arrivedAt + budget) })
    if (!isLeaving) return
    assert.equal(pushed.source, 'ended', 'who leaves is answered at once')
    assert.equal(session.ends, 1, `onLeave of ${sessionId} did not run`)
    for (const run of this.#running) {
      if (run.session === session) assert(run.signal.aborted, `${run.name} goes on after the end`)
    }
  }

  readonly #handle: AnyHandler = ({ sessionId, sequence, type, message }, turn) => {
    this.#noteEnds()
    const session = this.#session(sessionId)
    this.#started += 1
    const name = `${sessionId} run ${this.#started}`
    assert(!session.isOver, `${name} started after the end`)
    assert.deepEqual(turn.state, session.state, `${name} saw another state`)
    assert.equal(turn.isNew, session.ran.size === 0, `${name} is wrong about being new`)
    for (const run of this.#running) {
      if (run.session === session) assert(run.signal.aborted, `${name} runs beside ${run.name}`)
    }
    const identity = sequence === null ? name : `${sequence} ${type} ${message}`
    assert(!session.ran.has(identity), `${name} is a second one for ${identity}`)
    session.ran.add(identity)
    // A thief changes what it was given: nothing must come of it.
    if (typeof turn.state === 'object' && turn.state !== null) Object.assign(turn.state, { owner: 'thief' })

    if (message === 'sync') {
      session.state = { owner: sessionId, run: name }
      return prompt(name, { state: session.state })
    }
    const run = { name, session, signal: turn.signal, work: Promise.withResolvers() }
    run.signal.addEventListener('abort', () => {
      session.touchedAt = this.#driven.clock.monotonic()
    })
    this.#running.push(run)
    return run.work.promise
  }

  #finish({ name, session, signal, work }: Run, how: Ending): void {
    if (!signal.aborted) session.touchedAt = this.#driven.clock.monotonic()
    if (how === 'promptWithState') {
      const state = { owner: name.split(' ')[0], run: name }
      if (!signal.aborted) session.state = state
      work.resolve(prompt(name, { state: { ...state } }))
    } else if (how === 'throw') {
      work.reject(new Error(name))
    } else {
      work.resolve({ prompt: prompt(name), end: end(name), nothing: undefined }[how])
    }
  }

  #told<Result>(look: () => Result): Result {
    try {
      return look()
    } catch (error) {
      this.#broken ??= error
      throw error
    }
  }

  #judge(): void {
    const { clock, turns } = this.#driven
    if (this.#broken !== undefined) throw this.#broken
    assert.equal(turns.working, this.#running.length, 'handlers at work')
    for (const { push, due } of this.#pushes) {
      const { sessionId } = push.event
      if (!push.isAnswered) {
        assert(clock.monotonic() < due, `a push of ${sessionId} waits over its budget`)
        continue
      }
      assert(push.answeredAt <= due, `a push of ${sessionId} was answered after its budget`)
      const { message } = push.reply
      assert(message.startsWith(`${sessionId} run `) || ownScreens.has(message), `${sessionId} saw "${message}"`)
    }
    this.#noteEnds()
  }

  /** A session is over once a last screen went out. */
  #noteEnds(): void {
    for (const { push, session } of this.#pushes) {
      if (push.isAnswered && push.reply.type !== 'response') session.isOver = true
    }
  }

  /** Every handler ends, every push is answered, and in the end nothing is remembered. */
  async #windDown(): Promise<void> {
    const { clock, turns } = this.#driven
    while (this.#running.length > 0 || this.#pushes.some(({ push }) => !push.isAnswered)) {
      for (const run of this.#running.splice(0)) this.#finish(run, 'prompt')
      await settled()
      this.#judge()
    }
    assert.equal(clock.pending, 0, 'timers are left')
    clock.advance(sessionExpiry + 1)
    turns.sweep()
    assert.equal(turns.sessionCount, 0, 'sessions are left')
  }

  #hasExpired(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId)
    if (session === undefined) return false
    const isAtWork = this.#running.some((run) => run.session === session && !run.signal.aborted)
    return !isAtWork && this.#driven.clock.monotonic() - session.touchedAt > sessionExpiry
  }

  #session(sessionId: string, isUnseen = false): Believed {
    let session = this.#sessions.get(sessionId)
    if (session === undefined) {
      session = { ran: new Set(), state: undefined, isOver: false, isUnseen, ends: 0, touchedAt: 0 }
      this.#sessions.set(sessionId, session)
    }
    return session
  }
}

const ownScreens: ReadonlySet<string> = new Set(Object.values(defaultScreens))
