import { randomUUID } from 'node:crypto'
import { flagAt, numberAt, type Statement, statement, toColumn } from '../statement.ts'
import type { Link } from './link.ts'
import { ignore } from './within.ts'

// ms; the functions of the schema take an instance for dead after 10 s, and let it claim for 8.
const beatEvery = 2_000
// Others need some time after a server came back to give a sign of life: nobody is taken for dead before.
const steadyAfter = 5_000

/**
 * One user of the store as the other processes see it: what it claims is its own for as long as it gives signs of
 * life. If it was taken for dead all the same, it goes on under another id, and what it had claimed is lost to it.
 */
export class Instance {
  readonly #link: Link
  readonly #beat: Statement
  readonly #leave: Statement
  readonly #serve: Statement
  readonly #registration: string
  readonly #tellTime: Statement
  #id: string = randomUUID()
  #isNew = true
  #others = 0
  #steadySince = 0
  #lastBeat = Number.NEGATIVE_INFINITY
  /** How far the server's clock is ahead of this process' clockwork, ms. */
  #ahead = 0
  #beating: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #onFreed: () => void = ignore
  /** Fences of the claims that are held here. */
  readonly held = new Set<string>()

  /** @param registration what it serves: others see it */
  constructor(link: Link, schema: string, registration: string) {
    this.#link = link
    this.#registration = toColumn(registration)
    this.#beat = statement(`SELECT * FROM ${schema}.beat_1($1, $2, $3, $4)`)
    this.#tellTime = statement(`SELECT ${schema}.tell_time_1()`)
    this.#leave = statement(`SELECT ${schema}.leave_1($1)`)
    this.#serve = statement(serveIn(schema))
  }

  get id(): string {
    return this.#id
  }

  /** The server's time, epoch ms, which goes on between signs of life; undefined before the first. */
  now(): number | undefined {
    return this.#lastBeat > Number.NEGATIVE_INFINITY ? Math.floor(performance.now() + this.#ahead) : undefined
  }

  /** Instances that work on the store beside this one. */
  get others(): number {
    return this.#others
  }

  /** Is called when claims of the dead are free again. */
  onFreed(listener: () => void): void {
    this.#onFreed = listener
  }

  start(): void {
    this.#timer = setInterval(() => this.beat().catch(ignore), beatEvery)
    this.#timer.unref()
  }

  /** A sign of life; several at once are one. @throws ServerFailure */
  beat(): Promise<void> {
    this.#beating ??= this.#tell().finally(() => {
      this.#beating = undefined
    })
    return this.#beating
  }

  /** Gives back what it holds. */
  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating?.catch(ignore)
    // When the server cannot be told, the others find out by themselves.
    if (!this.#isNew) await this.#link.run(this.#leave, [this.#id]).catch(ignore)
  }

  async #tell(): Promise<void> {
    const now = performance.now()
    const [time = []] = await this.#link.run(this.#tellTime, [])
    const ahead = numberAt(time, 0) - performance.now()
    // Where the server's clock was set forward, nobody has given a sign of life by it.
    const isSetForward = ahead - this.#ahead > 2 * beatEvery
    this.#ahead = ahead
    if (isSetForward || now - this.#lastBeat > 2 * beatEvery) this.#steadySince = now
    const isSteady = now - this.#steadySince >= steadyAfter
    const [row = []] = await this.#link.run(this.#beat, [this.#id, this.#isNew, isSteady, [...this.held]])
    this.#lastBeat = now
    this.#others = numberAt(row, 1)
    if (numberAt(row, 2) > 0) this.#onFreed()
    if (this.#isNew) await this.#tellName()
    if (flagAt(row, 0)) return
    this.#id = randomUUID()
    this.#isNew = true
    await this.#link.run(this.#beat, [this.#id, true, false, []])
    await this.#tellName()
  }

  async #tellName(): Promise<void> {
    await this.#link.run(this.#serve, [this.#id, this.#registration])
    this.#isNew = false
  }
}

/** Names of instances that are gone go with it. */
function serveIn(schema: string): string {
  return `WITH gone AS (
      DELETE FROM ${schema}.instance_names n
      WHERE n.id <> $1 AND NOT EXISTS (SELECT FROM ${schema}.instances i WHERE i.id = n.id)
    )
    INSERT INTO ${schema}.instance_names AS n (id, registration) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET registration = excluded.registration`
}
