import { FMW_STORE_UNAVAILABLE } from '../../errors.ts'
import { isFailed } from './failures.ts'
import type { Answers, FileName, FromWorker, Refusal, Thread, ThreadListener } from './thread.ts'

/** What a link needs to know. */
export interface LinkSettings {
  /** For errors. */
  readonly store: string
  /** ms that an operation may wait for its answer. */
  readonly timeout: number
  /** How many operations, and bytes in them, may wait. */
  readonly mostWaiting: number
  readonly mostBytes: number
  /** Starts the thread, anew when it has ended. */
  start(listener: ThreadListener): Thread
  /** The file is open, or it cannot be opened. Told after each start. */
  opened(refusal: Refusal | undefined): void
  /** The thread has ended without being asked to. */
  ended(why: string): void
  /** Something has begun to stand in the way of the file's work. */
  troubled(why: string): void
  /** There may be something to do. */
  news(): void
  longLog(file: FileName): void
}

/** How a link does. */
export interface LinkHealth {
  readonly waiting: number
  readonly commits: number
  /** What stands in the way, or that an operation waits for long; undefined when all is well. */
  readonly why: string | undefined
}

/** What is asked, and what becomes of the answer. */
export interface Question<Answer, Value> {
  readonly task: NamedTask
  readonly payload?: Uint8Array
  /** Makes of the answer what the caller gets. */
  read(answer: Answer): Value
  /** Is given an answer for which nobody waits any more. */
  late?(answer: Answer): void
}

/**
 * The way to a worker thread: what is asked in one tick goes over together, and so does what is asked while a group
 * is away, or two where many wait. What waits is bounded by count, bytes and time. A thread that dies is started again.
 */
export class Link {
  readonly #settings: LinkSettings
  #thread: Thread | undefined
  #queue: Pending[] = []
  /** In the order in which they were sent: answers come in the same. */
  #away: Pending[] = []
  #answered = 0
  readonly #sent: number[] = []
  #bytes = 0
  #isFlushing = false
  #commits = 0
  /** Of the file, as the thread has told. */
  #trouble: string | undefined
  /** Of the thread: it has ended, or is late. */
  #why: string | undefined
  #restarts = 0
  #timer: NodeJS.Timeout | undefined
  #isClosing = false
  #emptied: (() => void) | undefined
  #ended: (() => void) | undefined

  constructor(settings: LinkSettings) {
    this.#settings = settings
  }

  /** Begins; until then everything waits. */
  start(): void {
    if (this.#isClosing && this.#waiting === 0) return
    this.#thread = this.#settings.start({
      message: (message) => this.#heard(message),
      ended: (why) => this.#threadEnded(why),
    })
    this.#schedule()
  }

  health(): LinkHealth {
    return { waiting: this.#waiting, commits: this.#commits, why: this.#trouble ?? this.#why ?? this.#slowness() }
  }

  /** @throws FMW_STORE_UNAVAILABLE, as a rejection */
  ask<Answer, Value>(question: Question<Answer, Value>): Promise<Value> {
    const { payload = nothing } = question
    const refusal = this.#refusal(payload.length)
    if (refusal !== undefined) return Promise.reject(this.#unavailable(refusal))
    return new Promise((resolve, reject) => {
      this.#bytes += payload.length
      const until = performance.now() + this.#settings.timeout
      this.#queue.push({ question, payload, until, isGivenUp: false, resolve, reject })
      this.#schedule()
      this.#watch()
    })
  }

  /** Has the worker do something that nobody waits for. */
  tell(message: 'checkpoint'): void {
    this.#thread?.post(message, [])
  }

  /** Ends the thread when all that was asked is answered, or else when it is given up. A thread that a disk holds up ends when that lets go. */
  async close(): Promise<void> {
    this.#isClosing = true
    const { promise: late, resolve: isLate } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      this.#thread?.end()
      isLate()
    }, this.#settings.timeout)
    if (this.#waiting > 0) {
      const { promise: emptied, resolve } = Promise.withResolvers<void>()
      this.#emptied = resolve
      await Promise.race([emptied, late])
    }
    const thread = this.#thread
    if (thread !== undefined) {
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      this.#ended = resolve
      thread.hold()
      thread.post('close', [])
      await ended
    }
    clearTimeout(timer)
  }

  get #waiting(): number {
    return this.#queue.length + this.#away.length - this.#answered
  }

  #refusal(bytes: number): string | undefined {
    if (this.#isClosing) return 'it is closed'
    const { mostWaiting, mostBytes } = this.#settings
    if (this.#waiting < mostWaiting && this.#bytes + bytes <= mostBytes) return undefined
    return `${this.#waiting} operations wait for it already`
  }

  #schedule(): void {
    const away = this.#sent.length
    if (this.#isFlushing || this.#thread === undefined || away >= mostGroupsAway) return
    if (away > 0 && this.#queue.length < enoughBeside) return
    this.#isFlushing = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushing = false
    const thread = this.#thread
    if (thread === undefined || this.#queue.length === 0) return
    const group = this.#queue.splice(0, mostInMessage)
    if (this.#away.length === this.#answered) thread.hold()
    this.#sent.push(group.length)
    this.#away.push(...group)
    const bytes = new Uint8Array(group.reduce((sum, { payload }) => sum + payload.length, 0))
    let at = 0
    for (const { payload } of group) {
      bytes.set(payload, at)
      at += payload.length
    }
    const message = {
      tasks: group.map(({ question }) => question.task),
      sizes: group.map(({ payload }) => payload.length),
      bytes,
    }
    thread.post(message, [bytes.buffer])
    if (this.#queue.length > 0) this.#schedule()
  }

  #heard(message: FromWorker): void {
    if (message === 'news') this.#settings.news()
    else if (message === 'ready') this.#opened(undefined)
    else if (message === 'closed') return
    else if ('answers' in message) this.#take(message)
    else if ('trouble' in message) this.#troubled(message.trouble)
    else if ('longLog' in message) this.#settings.longLog(message.longLog)
    else this.#opened(message)
  }

  #opened(refusal: Refusal | undefined): void {
    this.#why = undefined
    this.#trouble = refusal?.failed
    if (this.#away.length === 0) this.#thread?.release()
    this.#settings.opened(refusal)
  }

  #troubled(trouble: string | undefined): void {
    this.#trouble = trouble
    if (trouble !== undefined) this.#settings.troubled(trouble)
  }

  #take({ answers, commits, news }: Answers): void {
    this.#commits += commits
    this.#restarts = 0
    this.#why = undefined
    // Several messages may have become one group; none is split.
    for (let left = answers.length; left > 0; ) left -= this.#sent.shift() ?? left
    for (const answer of answers) this.#answerNext(answer)
    if (this.#answered === this.#away.length) {
      this.#away = []
      this.#answered = 0
      this.#thread?.release()
    }
    if (this.#queue.length > 0) this.#schedule()
    this.#checkEmpty()
    if (news) this.#settings.news()
  }

  #answerNext(answer: unknown): void {
    const pending = this.#away[this.#answered]
    if (pending === undefined) return
    this.#answered += 1
    this.#bytes -= pending.payload.length
    const why = isFailed(answer) ? answer.failed : undefined
    if (pending.isGivenUp) {
      if (why === undefined) pending.question.late?.(answer)
    } else if (why === undefined) pending.resolve(pending.question.read(answer))
    else pending.reject(this.#unavailable(why))
  }

  /** What was away may have happened; what was not sent waits for the next thread. */
  #threadEnded(why: string): void {
    this.#thread = undefined
    const lost = this.#away.slice(this.#answered)
    this.#away = []
    this.#answered = 0
    this.#sent.length = 0
    for (const pending of lost) this.#giveUp(pending, why)
    for (const { payload } of lost) this.#bytes -= payload.length
    this.#ended?.()
    this.#checkEmpty()
    if (this.#ended !== undefined) return
    this.#trouble = undefined
    this.#why = why
    this.#settings.ended(why)
    const wait = Math.min(shortestRest * 2 ** this.#restarts, longestRest)
    this.#restarts += 1
    setTimeout(() => this.start(), wait)
  }

  /** Looks at the oldest after the time that it may take. */
  #watch(): void {
    if (this.#timer !== undefined) return
    const oldest = this.#oldest
    if (oldest === undefined) return
    // Where the event loop was held up, answers may be there that were not taken yet: they come first.
    const look = (): void => {
      setImmediate(() => {
        this.#timer = undefined
        this.#giveUpOld()
        this.#watch()
      })
    }
    this.#timer = setTimeout(look, Math.max(1, oldest.until - performance.now()))
    this.#timer.unref()
  }

  #giveUpOld(): void {
    const now = performance.now()
    const why = `no answer came in ${this.#settings.timeout} ms`
    for (let index = this.#answered; index < this.#away.length; index += 1) {
      const pending = this.#away[index]
      if (pending === undefined || pending.until > now) break
      this.#giveUp(pending, why)
    }
    const young = this.#queue.findIndex(({ until }) => until > now)
    const old = this.#queue.splice(0, young === -1 ? this.#queue.length : young)
    for (const pending of old) {
      this.#bytes -= pending.payload.length
      this.#giveUp(pending, why)
    }
    this.#checkEmpty()
  }

  #giveUp(pending: Pending, why: string): void {
    if (pending.isGivenUp) return
    pending.isGivenUp = true
    this.#why = why
    pending.reject(this.#unavailable(why))
  }

  /** Said before anything is given up. */
  #slowness(): string | undefined {
    const { timeout } = this.#settings
    const oldest = this.#oldest
    if (oldest === undefined) return undefined
    const age = Math.round(performance.now() + timeout - oldest.until)
    return age > timeout / 2 ? `an operation waits for ${age} ms` : undefined
  }

  get #oldest(): Pending | undefined {
    for (let index = this.#answered; index < this.#away.length; index += 1) {
      const pending = this.#away[index]
      if (pending !== undefined && !pending.isGivenUp) return pending
    }
    return this.#queue[0]
  }

  #checkEmpty(): void {
    if (this.#waiting === 0) this.#emptied?.()
  }

  #unavailable(why: string): Error {
    return new FMW_STORE_UNAVAILABLE(this.#settings.store, why)
  }
}

const nothing = new Uint8Array(0)

// The next one is filled while one is being synced and one waits.
const mostGroupsAway = 2
// A message and a commit cost as much as several operations: fewer wait for the group before them.
const enoughBeside = 32
const mostInMessage = 1_000

// ms between the end of a thread and the start of the next
const shortestRest = 100
const longestRest = 5_000

/** Something that was asked and not answered yet. */
export interface Pending {
  readonly question: Question<unknown, unknown>
  readonly payload: Uint8Array
  /** Monotonic ms at which it is given up. */
  readonly until: number
  /** Nobody waits for it any more; its answer may still come. */
  isGivenUp: boolean
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Which operation, and what it is asked with: what fits is known to those who ask and answer. */
export type NamedTask = readonly [name: string, asked: unknown]
