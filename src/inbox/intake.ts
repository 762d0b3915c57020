import { Chain, type ChainLink } from '../chain.ts'
import type { Clock } from '../clock.ts'
import { begun } from '../is-thenable.ts'
import type { EntryState, NewEntry } from '../store/entry.ts'
import { FMW_STORE_UNAVAILABLE } from '../store/errors.ts'
import type { Acceptance, InboxStore } from '../store/inbox-store.ts'
import { maskNumbers } from '../text/phone.ts'
import { type ChannelMessages, channels, tellOf } from '../trace/channels.ts'
import { trace } from '../trace/moments.ts'
import type { AttemptEnd } from './attempt-run.ts'
import type { Deliveries } from './deliveries.ts'
import { longestClose } from './endings.ts'
import type { Succession } from './waiting-requests.ts'
import { type EntryWork, isPreparation, type Preparation } from './work.ts'

/** What became of a notification that was worked on before its answer. */
export interface Handled {
  readonly acceptance: Acceptance
  readonly end: AttemptEnd
}

/** What notifications are taken in with. */
export interface IntakeParts {
  readonly registration: string
  readonly store: InboxStore
  readonly deliveries: Deliveries
  readonly clock: Clock
  /** Names an entry for those who trace. */
  readonly messageId: (entryId: string) => string
}

/** Takes notifications into the inbox. */
export class Intake {
  readonly #parts: IntakeParts
  readonly #registration: string
  readonly #store: InboxStore
  readonly #deliveries: Deliveries
  readonly #answers = new StoreAnswers()

  constructor(parts: IntakeParts) {
    this.#parts = parts
    this.#registration = parts.registration
    this.#store = parts.store
    this.#deliveries = parts.deliveries
  }

  /**
   * Keeps a notification. Resolves when it is durable: once its request is answered, `begin` is to be called.
   *
   * @param arrivedAt its push, monotonic ms
   * @throws FMW_STORE_UNAVAILABLE
   */
  keep(entry: NewEntry, work: EntryWork, arrivedAt: number): Promise<Acceptance> {
    const isReserved = this.#deliveries.reserve()
    const accepting = Promise.resolve(begun(() => this.#accept(entry, isReserved, arrivedAt)))
    const keeping = accepting.then(
      (acceptance) => {
        if (isReserved) this.#deliveries.free()
        if (trace.accepted.hasSubscribers) trace.accepted.publish({ ids: [entry.id] })
        if (acceptance.status === 'repeated' && isPreparation(work)) return this.#cameAgain(acceptance, work)
        return acceptance
      },
      (error: unknown) => {
        if (isReserved) this.#deliveries.free()
        throw error
      },
    )
    return this.#answers.hear(keeping, (acceptance) => this.begin(acceptance, work))
  }

  /** What was looked into and not believed is looked into once more: it may be true by now. */
  async #cameAgain(acceptance: Repeated, work: Preparation): Promise<Acceptance> {
    if (acceptance.state === 'rejected') await this.#store.replay(this.#registration, acceptance.id)
    else if (isOver(acceptance.state)) await work.cameAgain?.(acceptance.id)
    else await work.cameMeanwhile?.(acceptance.id)
    return acceptance
  }

  /** Begins the work on a notification that was kept, if it was claimed. To be called once, after the answer. */
  begin(acceptance: Acceptance, work: EntryWork): void {
    if (acceptance.status === 'repeated') return
    if (acceptance.claim === undefined) this.#deliveries.wake()
    else this.#deliveries.take(acceptance.claim, work)
  }

  /**
   * Has a notification worked on before its request is answered: a store that keeps nothing can promise no more.
   * One that was handled is not handled again; one that failed is.
   *
   * @param arrivedAt its push, monotonic ms
   */
  handle(entry: NewEntry, work: EntryWork, arrivedAt: number): Promise<Handled> | Handled {
    const accepting = this.#accept(entry, true, arrivedAt)
    return 'status' in accepting
      ? this.#handle(entry, work, accepting)
      : this.#answers
          .hear(accepting, (acceptance) => this.begin(acceptance, work))
          .then((acceptance) => this.#handle(entry, work, acceptance))
  }

  /** Most handlers of a store in memory have answered when this returns: then nothing is waited for. */
  #handle(entry: NewEntry, work: EntryWork, acceptance: Acceptance): Promise<Handled> | Handled {
    if (acceptance.status === 'repeated') return this.#handleAgain(entry.lane, work, acceptance)
    const id = acceptance.status === 'conflict' ? acceptance.id : entry.id
    const { waiting } = this.#deliveries
    const ending = waiting.endOf(id, () => {
      if (acceptance.claim === undefined) waiting.standsIn(entry.lane, id)
      this.begin(acceptance, work)
    })
    return 'ok' in ending ? { acceptance, end: ending } : this.#handled(acceptance, ending)
  }

  async #handled(acceptance: Acceptance, ending: Promise<AttemptEnd | Succession> | Succession): Promise<Handled> {
    const end = await ending
    return { acceptance, end: 'successor' in end ? await this.#endOf(end) : end }
  }

  async #handleAgain(lane: string, work: EntryWork, acceptance: Repeated): Promise<Handled> {
    const { waiting } = this.#deliveries
    const { id, state } = acceptance
    const isAgain = state === 'dead' || (state === 'rejected' && isPreparation(work))
    if (isOver(state) && !isAgain) {
      const successor = isPreparation(work) ? await work.cameAgain?.(id) : undefined
      return { acceptance, end: successor === undefined ? { ok: true } : await this.#endOf({ successor }) }
    }
    const ended = waiting.whenEnded(id)
    waiting.standsIn(lane, id)
    if (isAgain) await this.#store.replay(this.#registration, id)
    else if (isPreparation(work)) await work.cameMeanwhile?.(id)
    this.#deliveries.wake()
    return await this.#handled(acceptance, ended)
  }

  /**
   * Keeps what could not be read. Resolves when it is durable.
   *
   * @param arrivedAt its push, monotonic ms
   * @throws FMW_STORE_UNAVAILABLE
   */
  async keepRejected(entry: NewEntry, arrivedAt: number): Promise<void> {
    const accepting = this.#accept(entry, false, arrivedAt)
    if (!('status' in accepting)) await this.#answers.hear(accepting, () => undefined)
  }

  /** The application closes: requests that still wait for the store five seconds later are refused. @returns ends that wait */
  close(): () => void {
    return this.#parts.clock.after(longestClose, () => {
      this.#answers.refuse(
        new FMW_STORE_UNAVAILABLE('of notifications', 'it did not answer before the application closed'),
      )
    })
  }

  /**
   * Keeps an entry of the application's own; one that is known is left as it is. Resolves when it is durable.
   *
   * @throws FMW_STORE_UNAVAILABLE
   */
  async put(entry: NewEntry): Promise<Acceptance> {
    const acceptance = await this.#store.accept(entry, false)
    if (acceptance.status !== 'repeated') this.#deliveries.wake()
    return acceptance
  }

  #accept(entry: NewEntry, claim: boolean, arrivedAt: number): Acceptance | Promise<Acceptance> {
    return channels.accept.hasSubscribers ? this.#acceptTold(entry, claim, arrivedAt) : this.#store.accept(entry, claim)
  }

  /** Tells of it. */
  async #acceptTold(entry: NewEntry, claim: boolean, arrivedAt: number): Promise<Acceptance> {
    const { registration, clock, messageId } = this.#parts
    const named = (id: string) => ({ entryId: maskNumbers(id), messageId: messageId(id) })
    const message: ChannelMessages['accept'] = {
      registration,
      kind: entry.kind,
      ...named(entry.id),
      taken: null,
      ms: null,
    }
    const told = tellOf(channels.accept, message, () => clock.monotonic() - arrivedAt)
    try {
      const acceptance = await this.#store.accept(entry, claim)
      const { status } = acceptance
      const taken = entry.state === 'rejected' ? 'rejected' : status
      Object.assign(message, named(status === 'accepted' ? entry.id : acceptance.id), { taken })
      told.ended()
      return acceptance
    } catch (error) {
      told.failed(error)
      throw error
    }
  }

  /** How an entry ends, or the one that goes on in its place: that one may be over by now. */
  async #endOf({ successor }: Succession): Promise<AttemptEnd> {
    const { waiting } = this.#deliveries
    const next = waiting.whenEnded(successor)
    const found = await this.#store.get(this.#registration, successor)
    if (found === undefined || finished.includes(found.state)) {
      const isDead = found?.state === 'dead'
      waiting.tell(successor, isDead ? { ok: false, error: new Error(`${successor} is dead`) } : { ok: true })
    } else waiting.standsIn(found.lane, successor)
    const end = await next
    return 'successor' in end ? await this.#endOf(end) : end
  }
}

type Repeated = Extract<Acceptance, { status: 'repeated' }>

/** Whether nothing is to be done about an entry any more: one that is gone was finished. */
function isOver(state: EntryState | undefined): boolean {
  return state === undefined || finished.includes(state)
}

const finished: readonly EntryState[] = ['done', 'rejected', 'dead']

/** What requests hear of the store: one that never answers must not hold up their answers, and the close, for ever. */
class StoreAnswers {
  readonly #open = new Chain<Asked>()
  #refusal: Error | undefined

  /**
   * What the store says, unless its request is refused before.
   *
   * @param late gets what the store says after that
   */
  hear<T>(told: Promise<T>, late: (answer: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const asked: Asked = { refuse: reject, earlier: undefined, later: undefined }
      this.#open.append(asked)
      told.then(
        (answer) => {
          this.#open.remove(asked)
          if (this.#refusal === undefined) resolve(answer)
          else late(answer)
        },
        (error) => {
          this.#open.remove(asked)
          reject(error)
        },
      )
      if (this.#refusal !== undefined) reject(this.#refusal)
    })
  }

  /** Refuses the requests that wait, and all that come. */
  refuse(error: Error): void {
    this.#refusal = error
    for (const { refuse } of this.#open) refuse(error)
  }
}

interface Asked extends ChainLink<Asked> {
  readonly refuse: (error: Error) => void
}
