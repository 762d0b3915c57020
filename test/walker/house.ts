import Fastify, { type FastifyInstance } from 'fastify'
import { conversation } from '../../src/conversation/index.ts'
import merchantWebhooks, { memoryStore, type Store } from '../../src/index.ts'
import { type ManualClock, manualClock } from '../../src/testing/index.ts'
import type { Application, House } from './applications/application.ts'
import type { Findings } from './findings.ts'
import { Caller, holdsPhone, holdsPin } from './ledger.ts'

/** An application that is open for callers, with all that is known of them, and an ear on its log. */
export class OpenHouse implements House {
  readonly application: Application
  /** Only where lookups are slow: nothing else waits. */
  readonly clock: ManualClock | undefined
  readonly findings: Findings
  readonly #callers = new Map<string, Caller>()
  #numbers = 0
  #app: FastifyInstance

  static async open(application: Application, findings: Findings, store?: Store): Promise<OpenHouse> {
    const house = new OpenHouse(application, findings)
    await house.#serve(store)
    return house
  }

  /** The same application in another process, as far as its store can tell. */
  async openAgain(store: Store): Promise<void> {
    await this.#app.close()
    this.#app = this.#begin()
    await this.#serve(store)
  }

  get app(): FastifyInstance {
    return this.#app
  }

  async #serve(store: Store | undefined): Promise<void> {
    const { application, clock } = this
    const held = conversation(application.script(this), { rehearse: false, ...application.options })
    await this.#app.register(merchantWebhooks, {
      verify: 'none',
      store: store ?? memoryStore(clock === undefined ? {} : { clock }),
      secret: 'the secret of the walk',
      country: 'GH',
      payment: () => undefined,
      ussd: held,
      programmable: held,
      ...(clock === undefined ? {} : { clock }),
    })
    await this.#app.ready()
  }

  #begin(): FastifyInstance {
    return Fastify({ logger: { level: 'debug', stream: { write: (line) => this.#hear(line) } } })
  }

  private constructor(application: Application, findings: Findings) {
    this.application = application
    this.findings = findings
    this.clock = application.isSlow === true ? manualClock() : undefined
    this.#app = this.#begin()
  }

  /** Somebody who has never called before. */
  newCaller(channel: string): { readonly mobile: string; readonly caller: Caller } {
    this.#numbers += 1
    const digits = String(this.#numbers).padStart(8, '0')
    const mobile = channel === 'ussd' ? `+2330${digits}` : `user-${digits}`
    const caller = new Caller(this.#numbers)
    this.#callers.set(mobile, caller)
    return { mobile, caller }
  }

  /** They do not call again. What still works for them comes to its end. */
  leave(mobile: string): void {
    this.#callers.get(mobile)?.gate?.()
  }

  nameOf(mobile: string): string {
    return this.#callerOf(mobile).name
  }

  pinOf(mobile: string): string {
    return this.#callerOf(mobile).pin
  }

  isLocked(mobile: string): boolean {
    return this.#callerOf(mobile).isLocked
  }

  lock(key: string, mobile: string): void {
    const caller = this.#callerOf(mobile)
    caller.does(key)
    caller.isLocked = true
  }

  order(key: string, mobile: string, amount: number): string {
    return this.#callerOf(mobile).order(key, amount)
  }

  wait(mobile: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#callerOf(mobile).gate = resolve
    return promise
  }

  async close(): Promise<void> {
    for (const { gate } of this.#callers.values()) gate?.()
    await this.#app.close()
  }

  #callerOf(mobile: string): Caller {
    const caller = this.#callers.get(mobile)
    if (caller === undefined) throw new Error('nobody of this number has called')
    return caller
  }

  #hear(line: string): void {
    const { level, msg } = JSON.parse(line)
    const { name, errors = [] } = this.application
    if (holdsPin(line)) this.findings.add('a PIN is in the log', name, line)
    if (holdsPhone(line)) this.findings.add('a phone number is in the log', name, line)
    const isError = level >= 50 && !errors.includes(msg)
    if (isError || msg.includes('another path')) this.findings.add(`the log says: ${msg}`, name, line)
  }
}
