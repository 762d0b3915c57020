import type { PoolClient } from 'pg'
import { type Log, logSafely } from '../../../log.ts'
import { shownNames } from '../../../text/clean-text.ts'
import { FMW_ATTEMPT_LOST, FMW_STORE_ARGUMENT } from '../../errors.ts'
import type { Reviewed } from '../../inbox-store.ts'
import { ServerFailure, toServerFailure } from '../server/failure.ts'
import { type Drop, type Link, OwnError } from '../server/link.ts'
import { untilAborted } from '../server/semaphore.ts'
import { within } from '../server/within.ts'
import { flagAt, type Statement, statement, toColumn } from '../statement.ts'
import { beginning, type Ending, type PostgresClaim, type SettleClaims } from './settle-claims.ts'

// Times that it is asked whether a commit has come about whose answer was lost, and ms between them.
const mostAsked = 20
const askEvery = 500

/** What they are run with. */
export interface TransactionsParts {
  readonly link: Link
  readonly schema: string
  readonly registration: string
  readonly settle: SettleClaims
  /** Whether this process has ended the claim, or is about to. */
  readonly isOver: (claim: PostgresClaim) => boolean
  readonly log: Log
}

/** The application's own transactions, each of which ends the claim that it works on. */
export class Transactions {
  readonly #parts: TransactionsParts
  readonly #link: Link
  readonly #wasEnded: Statement
  /** Fences of claims that were ended here. */
  readonly #ended = new Set<string>()
  /** And the transactions that are to end others. */
  readonly #open = new Map<string, OpenTransaction>()

  constructor(parts: TransactionsParts) {
    this.#parts = parts
    this.#link = parts.link
    this.#wasEnded = statement(`SELECT ${parts.schema}.was_ended_1($1, $2, $3, $4)`)
  }

  /** Whether a transaction has ended the claim. */
  haveEnded({ fence }: PostgresClaim): boolean {
    return this.#ended.has(fence)
  }

  /** The transaction that is to end the claim, unless none is open. It rejects as that does. */
  openOf({ fence }: PostgresClaim): Promise<void> | undefined {
    return this.#open.get(fence)?.end
  }

  forget({ fence }: PostgresClaim): void {
    this.#ended.delete(fence)
  }

  /** Runs the application's part, ends the claim, and commits both or neither. */
  async run<T>(attached: Attached, work: (tx: PoolClient) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { claim } = attached
    if (this.haveEnded(claim)) {
      throw new FMW_STORE_ARGUMENT('an attempt', 'has committed a transaction already: do all of it in one')
    }
    const other = this.#open.get(claim.fence)
    if (other !== undefined) {
      other.refusal = new FMW_STORE_ARGUMENT('an attempt', openAlready)
      throw other.refusal
    }
    const { promise: end, resolve, reject } = Promise.withResolvers<void>()
    // Nobody may wait for it but the application.
    end.catch(() => undefined)
    this.#open.set(claim.fence, { end, refusal: undefined })
    try {
      const pass = async () => {
        const told = await this.#link.use((client, drop) => this.#runOn(client, drop, attached, work, signal))
        if (told.doubt !== undefined && !(await this.#wasCommitted(claim))) throw told.doubt
        this.#ended.add(claim.fence)
        return told.result
      }
      const result = await this.#link.runTransaction(pass, (room) => untilAborted(() => room, signal))
      resolve()
      return result
    } catch (error) {
      reject(error)
      throw error
    } finally {
      this.#open.delete(claim.fence)
    }
  }

  async #runOn<T>(
    client: PoolClient,
    drop: Drop,
    attached: Attached,
    work: (tx: PoolClient) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<Told<T>> {
    await within('the server', client.query(beginning))
    let result: T
    try {
      result = await untilAborted(() => work(client), signal)
    } catch (error) {
      // Whoever has run out of time still holds the connection: nothing of theirs may come to anything.
      if (signal?.aborted === true) drop()
      else await rollBack(client, drop)
      throw new OwnError(error)
    }
    await this.#end(client, drop, attached)
    return { result, doubt: await this.#commit(client, drop) }
  }

  async #end(client: PoolClient, drop: Drop, attached: Attached): Promise<void> {
    let isHeld: boolean | undefined
    try {
      isHeld = await within('the server', this.#parts.settle.settleWithin(client, toEnding(attached)))
    } catch (error) {
      const failure = toServerFailure(error)
      if (failure.kind === 'away' || failure.kind === 'broken') throw failure
      // A statement of the application's failed and it went on all the same: the error says so.
      await rollBack(client, drop)
      throw new OwnError(error)
    }
    const refusal = this.#open.get(attached.claim.fence)?.refusal ?? whyNot(isHeld, attached)
    if (refusal === undefined) return
    await rollBack(client, drop)
    // Who did not wait for it hears of no error, and its work is nobody's: the notification is over.
    if (isHeld === false && this.#parts.isOver(attached.claim)) {
      const { kind, id } = attached.claim.entry
      logSafely(this.#parts.log, 'error', shownNames({ kind, id }), begunTooLate)
    }
    throw new OwnError(refusal)
  }

  /** @returns why it is not known whether it was committed; undefined when it was */
  async #commit(client: PoolClient, drop: Drop): Promise<ServerFailure | undefined> {
    try {
      await within('the server', client.query('COMMIT'))
      return undefined
    } catch (error) {
      const failure = toServerFailure(error)
      // A constraint that was put off until now: nothing of it has happened.
      if (failure.kind !== 'away' && failure.kind !== 'broken') throw new OwnError(error)
      drop()
      return failure
    }
  }

  async #wasCommitted({ laneKey, seq, fence }: PostgresClaim): Promise<boolean> {
    for (let asked = 1; asked <= mostAsked; asked++) {
      try {
        const [row = []] = await this.#link.run(this.#wasEnded, [
          toColumn(this.#parts.registration),
          laneKey,
          seq,
          fence,
        ])
        return flagAt(row, 0)
      } catch {
        // Nobody can be asked any more.
        if (this.#link.isClosed) break
        await new Promise((resolve) => setTimeout(resolve, askEvery))
      }
    }
    throw new ServerFailure({ kind: 'broken', why: 'it did not tell whether the transaction was committed' })
  }
}

/** A transaction that is to end a claim. */
interface OpenTransaction {
  readonly end: Promise<void>
  /** Why it may not be committed, once a second was asked for. */
  refusal: Error | undefined
}

/** What the application's part gave. */
interface Told<T> {
  readonly result: T
  /** The connection broke while it was committed. */
  readonly doubt?: ServerFailure | undefined
}

/** A connection on which that fails is not used again. */
async function rollBack(client: PoolClient, drop: Drop): Promise<void> {
  await within('the server', client.query('ROLLBACK')).catch(drop)
}

/** Why a transaction is not committed, by whether it could end its claim. */
function whyNot(isHeld: boolean | undefined, { claim }: Attached): Error | undefined {
  if (isHeld === true) return undefined
  return isHeld === undefined ? new FMW_STORE_ARGUMENT('a function', endedItself) : new FMW_ATTEMPT_LOST(claim.entry.id)
}

const begunTooLate =
  'a transaction was rolled back, for its handler had returned before: what it did is lost. Await store.transaction in the handler'
// Neither: who asked for both has split what belongs together, and an end by one of them alone would lose the other.
const openAlready = 'has a transaction open: do all of it in that one. It is rolled back too'
const endedItself =
  'sent COMMIT or ROLLBACK on tx: throw to roll back, and leave COMMIT to the store. The notification is not done. What was committed so stays, and what was sent after ROLLBACK too'

function toEnding({ claim, at, review }: Attached): Ending {
  const { attempts, replay } = claim.entry
  const number = (attempts.at(-1)?.number ?? 0) + 1
  const attempt = { number, startedAt: at, ms: Date.now() - at, error: null, replay }
  return { claim, settlement: { state: 'done', attempt, ...review }, isDoubtful: false }
}

/** What the attempt that a handler sees is an attempt at. */
export interface Attached {
  readonly claim: PostgresClaim
  readonly review: Reviewed
  /** Epoch ms. */
  readonly at: number
  readonly transactions: Transactions
}

/** Of every attempt that is under way: forgotten with it. */
export type Attempts = WeakMap<object, Attached>
