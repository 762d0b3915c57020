import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { programOf } from '../../program.ts'
import { amountsIn, contradiction } from './contradictions.ts'
import type { FromApplication, Paid } from './messages.ts'
import { type Hostile, type Money, requestOf, type SignedAddress } from './requests.ts'
import { type Answered, send } from './send.ts'
import { secrets } from './targets.ts'

export interface AttackSettings {
  readonly requests: number
  readonly seed: number
  /** The first request: to make one of a longer run again. */
  readonly from?: number
  /** The file of SQLite, or the URL of PostgreSQL. */
  readonly store: string
  /** ms of the processor that no request may hold the event loop of the application. */
  readonly most: number
  /** `found` says what was found so far. */
  readonly progress?: (done: number, found: readonly string[]) => void
}

/** What must not be, with the smallest request that showed it. */
export interface Finding {
  readonly what: string
  readonly times: number
  readonly label: string
  readonly index: number
  /** What came back, or was told. */
  readonly shows: string
  readonly bytes: Buffer
}

export interface AttackResult {
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  readonly paid: number
  readonly signed: number
  /** Told paid of a body whose mark the hostility took away, so that nobody can judge it. */
  readonly unmarked: number
  /** Held longest by one request, alone. */
  readonly slowest:
    | { readonly ms: number; readonly label: string; readonly index: number; readonly bytes: number }
    | undefined
  readonly findings: readonly Finding[]
}

const atOnce = 64
/** How many of those that were under way when the loop was held are sent once more, alone. */
const suspectsAtMost = 300

/**
 * Starts an application and sends it hostile requests. It finds what is answered 5xx without a word of when to come again,
 * what holds the event loop, ends the process, shows a secret, is not answered, or is told `paid` and may not be.
 *
 * @example
 * const { findings } = await attack({ requests: 1_000, seed: 1, store: 'merchant.db', most: 100 })
 */
export async function attack(settings: AttackSettings): Promise<AttackResult> {
  const started = await Application.start(settings.store)
  const run = new Run(settings, started)
  try {
    await run.all()
    return run.result()
  } finally {
    await started.close()
  }
}

class Run {
  readonly #settings: AttackSettings
  readonly #application: Application
  readonly #statuses = new Map<number, number>()
  readonly #findings = new Map<string, Finding>()
  readonly #recent: { index: number; from: number; to: number }[] = []
  readonly #suspects = new Map<number, number>()
  readonly #perAddress = new Map<number, Set<number>>()
  #slowest: AttackResult['slowest']
  #paid = 0
  #signed = 0
  #unmarked = 0

  constructor(settings: AttackSettings, application: Application) {
    this.#settings = settings
    this.#application = application
    application.listen((message) => this.#hear(message))
  }

  async all(): Promise<void> {
    const { requests, from = 0, progress } = this.#settings
    let next = from
    const work = async (): Promise<void> => {
      for (let index = next++; index < from + requests; index = next++) {
        await this.#one(index)
        if ((index + 1) % 1_000 === 0) progress?.(index + 1 - from, [...this.#findings.keys()])
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await this.#application.drain()
    await this.#judgeSuspects()
  }

  result(): AttackResult {
    const statuses = Object.fromEntries([...this.#statuses].toSorted(([one], [other]) => one - other))
    return {
      requests: this.#settings.requests,
      statuses,
      paid: this.#paid,
      signed: this.#signed,
      unmarked: this.#unmarked,
      slowest: this.#slowest,
      findings: [...this.#findings.values()],
    }
  }

  async #one(index: number): Promise<Answered> {
    const request = this.#request(index)
    const from = Date.now()
    const answered = await send(this.#application.port, request.pieces, request.isAnswered)
    this.#recent.push({ index, from, to: Date.now() })
    if (this.#recent.length > 2_000) this.#recent.splice(0, 1_000)
    for (const status of answered.statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
    for (const head of answered.failures)
      this.#found(`answered ${head.slice(9, 12)}`, request, `${head}${answered.body.slice(0, 500)}`)
    if (request.isAnswered && answered.statuses.length === 0)
      this.#found('not answered', request, answered.body.slice(0, 200))
    const whole = Buffer.concat(request.pieces)
    const secret = Object.values(secrets).find((one) => answered.body.includes(one))
    if (secret !== undefined && !whole.includes(secret))
      this.#found('a secret in an answer', request, answered.body.slice(0, 500))
    return answered
  }

  #hear(message: FromApplication): void {
    if (message.type === 'paid') this.#hearPaid(message)
    if (message.type === 'crash' || message.type === 'leak') this.#foundAny(message.type, message.text)
    if (message.type !== 'held') return
    // Those that were under way: which of them it was is found out afterwards, one by one.
    const [least, most] = [message.from - 50, message.to + 50]
    const under = this.#recent.filter(({ from, to }) => to >= least && from <= most).map(({ index }) => index)
    for (const index of under) this.#suspects.set(index, Math.max(message.ms, this.#suspects.get(index) ?? 0))
  }

  #hearPaid(paid: Paid): void {
    this.#paid++
    if (paid.evidence === 'signed') this.#signed++
    if (paid.index === null) {
      this.#unmarked++
      return
    }
    const request = this.#request(paid.index)
    const { money } = request
    if (money === undefined) {
      this.#found('paid, of no notice', request, JSON.stringify(paid))
      return
    }
    const why = whyNot(paid, money)
    if (why !== undefined) this.#found(`paid, though ${why}`, request, JSON.stringify(paid))
    const { address } = money
    if (paid.evidence !== 'signed' || address === undefined || paid.isFlagged) return
    const known = this.#perAddress.get(address.at) ?? new Set()
    known.add(paid.index)
    this.#perAddress.set(address.at, known)
    if (known.size > 1) this.#found('one address, two payments', request, JSON.stringify(paid))
  }

  async #judgeSuspects(): Promise<void> {
    const worst = [...this.#suspects].toSorted(([, one], [, other]) => other - one).slice(0, suspectsAtMost)
    for (const [index] of worst) {
      const request = this.#request(index)
      let ms = Number.POSITIVE_INFINITY
      // The least of three: what a collector or a compiler did beside it is not its own.
      for (let tries = 0; tries < 3 && ms > 0; tries++)
        ms = Math.min(ms, await this.#application.heldBy(() => this.#one(index)))
      const bytes = request.pieces.reduce((sum, piece) => sum + piece.length, 0)
      if (ms > (this.#slowest?.ms ?? 0)) this.#slowest = { ms, label: request.label, index, bytes }
      if (ms > this.#settings.most) this.#found('holds the event loop', request, `${Math.round(ms)} ms`)
    }
  }

  #request(index: number): Hostile {
    return requestOf(this.#settings.seed, index, this.#application.addresses)
  }

  #found(what: string, request: Hostile, shows: string): void {
    const bytes = Buffer.concat(request.pieces)
    const before = this.#findings.get(what)
    const times = (before?.times ?? 0) + 1
    const isSmaller = before === undefined || bytes.length < before.bytes.length
    this.#findings.set(
      what,
      isSmaller ? { what, times, label: request.label, index: request.index, shows, bytes } : { ...before, times },
    )
  }

  #foundAny(what: string, shows: string): void {
    const last = this.#recent.slice(-atOnce).map(({ index }) => index)
    const before = this.#findings.get(what)
    const times = (before?.times ?? 0) + 1
    this.#findings.set(
      what,
      before === undefined
        ? { what, times, label: `after ${last}`, index: last.at(-1) ?? 0, shows, bytes: Buffer.alloc(0) }
        : { ...before, times },
    )
  }
}

/** Why what was told may not be told. */
function whyNot({ kind, evidence, amountMinor, isFlagged }: Paid, { text, address }: Money): string | undefined {
  // What cannot be asked about may be told, for somebody to look at.
  if (text === undefined && isFlagged) return undefined
  if (text === undefined) return 'nothing that was sent says so in JSON, or the service does not know it'
  const against = contradiction(kind, text)
  if (against !== undefined) return against
  if (amountMinor !== null && !amountsIn(text).includes(amountMinor)) return 'its amount is not the one that was sent'
  if (evidence === 'signed' && (address === undefined || address.altered)) return 'signed, and its address was changed'
  return undefined
}

/** The application under attack, from outside. */
class Application {
  readonly port: number
  readonly addresses: readonly SignedAddress[]
  readonly #child: ChildProcess

  static async start(store: string): Promise<Application> {
    const child = fork(programOf(new URL('./application.ts', import.meta.url)), [store], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const { port, addresses } = await new Promise<Extract<FromApplication, { type: 'listening' }>>(
      (resolve, reject) => {
        child.on('message', (message: FromApplication) => {
          if (message.type === 'listening') resolve(message)
          if (message.type === 'crash') reject(new Error(message.text))
        })
        child.once('exit', (code) => reject(new Error(`the application ended with ${code} before it listened`)))
      },
    )
    return new Application(child, port, addresses)
  }

  private constructor(child: ChildProcess, port: number, addresses: readonly SignedAddress[]) {
    this.#child = child
    this.port = port
    this.addresses = addresses
  }

  listen(heard: (message: FromApplication) => void): void {
    this.#child.on('message', heard)
    this.#child.once('exit', (code, signal) =>
      heard({ type: 'crash', text: `the process ended with ${code ?? signal}` }),
    )
  }

  /** Resolves when every entry was handled. */
  async drain(): Promise<void> {
    let some: readonly string[] = []
    for (let looks = 0; looks < 600; looks++) {
      this.#child.send('left')
      const left = await this.#next('left')
      if (left.entries === 0) return
      some = left.some
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    throw new Error(`entries are left after two minutes: ${some.join(', ')}`)
  }

  /** ms for which the loop was held while something was done; 0 where too short to be told of. */
  async heldBy(work: () => Promise<unknown>): Promise<number> {
    let held = 0
    const hear = (message: FromApplication): void => {
      if (message.type === 'held') held = Math.max(held, message.ms)
    }
    this.#child.on('message', hear)
    await work()
    this.#child.send('left')
    await this.#next('left')
    this.#child.off('message', hear)
    return held
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.removeAllListeners('exit')
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  #next<Type extends FromApplication['type']>(type: Type): Promise<Extract<FromApplication, { type: Type }>> {
    return new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the application has ended'))
      const hear = (message: FromApplication): void => {
        if (!isOf(message, type)) return
        this.#child.off('message', hear)
        this.#child.off('exit', onExit)
        resolve(message)
      }
      this.#child.on('message', hear)
      this.#child.once('exit', onExit)
    })
  }
}

function isOf<Type extends FromApplication['type']>(
  message: FromApplication,
  type: Type,
): message is Extract<FromApplication, { type: Type }> {
  return message.type === type
}
