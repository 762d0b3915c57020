import assert from 'node:assert/strict'
import { defaultScreens } from '../../../src/turns/screens.ts'
import type { AnyHandler, Pushed } from '../drive.ts'
import type { EventFields } from '../ussd-event.ts'
import { end, type Instance, type KeptOptions, prompt, settled, world } from './drive-kept.ts'
import { type FailingStore, type Fault, failingStore } from './failing-store.ts'

/** One thing that happens to the turns of a few sessions, in a few processes. */
export type Action =
  | {
      readonly do: 'push'
      readonly at: number
      readonly session: number
      readonly sequence: number | null
      readonly message: string
      /** ms between the arrival of the request and its end. */
      readonly lag: number
    }
  | { readonly do: 'repeat'; readonly at: number; readonly which: number }
  | { readonly do: 'leave'; readonly at: number; readonly session: number; readonly type: 'release' | 'timeout' }
  | { readonly do: 'finish'; readonly which: number; readonly how: Ending }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'kill'; readonly at: number }
  | { readonly do: 'fail'; readonly at: number; readonly fault: Fault }
  | { readonly do: 'recover'; readonly at: number }

/** How a handler ends. */
export type Ending = 'prompt' | 'promptWithState' | 'end' | 'throw' | 'nothing'

interface Process {
  readonly instance: Instance
  readonly store: FailingStore
  isAlive: boolean
}

interface Run {
  readonly name: string
  readonly sessionId: string
  readonly process: Process
  readonly signal: AbortSignal
  readonly work: PromiseWithResolvers<unknown>
}

const budget = 6_000

/**
 * Drives turns by actions, and fails where they break a promise: one answer for each push, within the budget; one run
 * for each identity over all processes; one at a time in a session; a state of its own; nothing left behind.
 */
export class KeptModel {
  readonly #world = world()
  readonly #options: KeptOptions
  readonly #processes: Process[]
  readonly #pushes: { readonly push: Pushed; readonly process: Process; readonly due: number }[] = []
  readonly #running: Run[] = []
  readonly #ran = new Set<string>()
  #started = 0
  #broken: unknown

  constructor(processes: number, options: KeptOptions) {
    this.#options = options
    this.#processes = Array.from({ length: processes }, () => this.#start())
  }

  /** Runs the actions, then lets everything end. @throws AssertionError where a promise is broken */
  async run(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      await this.#act(action)
      await settled()
      this.#judge()
    }
    await this.#windDown()
  }

  #start(): Process {
    const store = failingStore()
    const handler: AnyHandler = (event, turn) => this.#told(() => this.#handle(process, event, turn))
    const instance = this.#world.start(handler, { budget, ...this.#options, through: store.through })
    const process: Process = { instance, store, isAlive: true }
    return process
  }

  #at(index: number): Process {
    const process = this.#processes[index % this.#processes.length]
    if (process === undefined) throw new Error('no process')
    return process
  }

  async #act(action: Action): Promise<void> {
    const { clock } = this.#world
    switch (action.do) {
      case 'push': {
        const { session, sequence, message, lag } = action
        const type = sequence === 1 ? 'initiation' : 'response'
        const fields: EventFields = { sessionId: `s${session}`, type, message, sequence }
        this.#push(this.#at(action.at), fields, Math.max(0, clock.monotonic() - lag))
        break
      }
      case 'repeat': {
        const again = this.#pushes[action.which % Math.max(1, this.#pushes.length)]
        if (again !== undefined) this.#push(this.#at(action.at), again.push.event, clock.monotonic())
        break
      }
      case 'leave': {
        const fields: EventFields = { sessionId: `s${action.session}`, type: action.type, sequence: 99 }
        this.#push(this.#at(action.at), fields, clock.monotonic())
        break
      }
      case 'finish': {
        const [run] = this.#running.splice(action.which % Math.max(1, this.#running.length), 1)
        if (run !== undefined) finish(run, action.how)
        break
      }
      case 'advance':
        await this.#advance(action.ms)
        break
      case 'kill': {
        const process = this.#at(action.at)
        process.isAlive = false
        process.store.recover()
        await process.instance.kill()
        for (const run of this.#running.filter((one) => one.process === process)) this.#forget(run)
        this.#processes[this.#processes.indexOf(process)] = this.#start()
        break
      }
      case 'fail':
        this.#at(action.at).store.fail(action.fault)
        break
      case 'recover':
        this.#at(action.at).store.recover()
    }
  }

  /** In steps, so that what stores tell in time is heard in time. */
  async #advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      this.#world.clock.advance(Math.min(left, 500))
      await settled()
      this.#judge()
    }
  }

  #push({ instance }: Process, fields: EventFields, arrivedAt: number): void {
    const process = this.#processes.find((one) => one.instance === instance)
    if (process === undefined) return
    const now = this.#world.clock.monotonic()
    const push = instance.push(fields, arrivedAt)
    // What is due at once comes at once.
    this.#world.clock.advance(0)
    this.#pushes.push({ push, process, due: Math.max(now, arrivedAt + budget) })
  }

  #handle(
    process: Process,
    { sessionId, sequence, type, message }: EventFields,
    turn: Parameters<AnyHandler>[1],
  ): unknown {
    this.#started += 1
    const name = `${sessionId} run ${this.#started}`
    const identity = sequence === null ? name : `${sessionId} ${sequence} ${type} ${message}`
    assert(!this.#ran.has(identity), `${name} is a second one for ${identity}`)
    this.#ran.add(identity)
    for (const run of this.#running) {
      if (run.sessionId === sessionId) assert(run.signal.aborted, `${name} runs beside ${run.name}`)
    }
    const { state } = turn
    if (typeof state === 'object' && state !== null) {
      assert('owner' in state && state.owner === sessionId, `${name} saw the state of another session`)
      // A thief changes what it was given: nothing must come of it.
      Object.assign(state, { owner: 'thief' })
    }
    if (message === 'sync') return prompt(name, { state: { owner: sessionId } })
    const run = { name, sessionId, process, signal: turn.signal, work: Promise.withResolvers<unknown>() }
    this.#running.push(run)
    return run.work.promise
  }

  #forget(run: Run): void {
    this.#running.splice(this.#running.indexOf(run), 1)
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
    if (this.#broken !== undefined) throw this.#broken
    const now = this.#world.clock.monotonic()
    for (const { push, process, due } of this.#pushes) {
      if (!process.isAlive) continue
      const { sessionId } = push.event
      if (!push.isAnswered) {
        assert(now < due, `a push of ${sessionId} waits over its budget`)
        continue
      }
      assert(push.answeredAt <= due, `a push of ${sessionId} was answered after its budget`)
      const { message } = push.reply
      assert(message.startsWith(`${sessionId} run `) || ownScreens.has(message), `${sessionId} saw "${message}"`)
    }
  }

  /** Every handler ends, every push is answered, and in the end nothing is left. */
  async #windDown(): Promise<void> {
    const { clock } = this.#world
    for (const { store } of this.#processes) store.recover()
    for (let round = 0; round < 30; round++) {
      for (const run of this.#running.splice(0)) finish(run, 'prompt')
      await this.#advance(1_000)
    }
    const waits = this.#pushes.filter(({ push, process }) => process.isAlive && !push.isAnswered)
    assert.equal(waits.length, 0, 'pushes wait for ever')
    // What a killed process left in this one is given up in its time too.
    for (let round = 0; round < 60; round++) {
      clock.advance(5_000)
      await settled()
    }
    for (const { instance } of this.#processes) {
      instance.turns.sweep()
      assert.equal(instance.turns.sessionCount, 0, 'sessions are left')
      assert.equal(instance.turns.working, 0, 'handlers are left')
    }
    assert.equal(clock.pending, 0, 'timers are left')
  }
}

function finish({ name, sessionId, work }: Run, how: Ending): void {
  if (how === 'promptWithState') work.resolve(prompt(name, { state: { owner: sessionId } }))
  else if (how === 'throw') work.reject(new Error(name))
  else work.resolve({ prompt: prompt(name), end: end(name), nothing: undefined }[how])
}

const ownScreens: ReadonlySet<string> = new Set(Object.values(defaultScreens))
