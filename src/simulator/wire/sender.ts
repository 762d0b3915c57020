import { isTurnKind, type Kind } from '../../pushes/kinds.ts'
import { type TurnTiming, timingHeader } from '../../trace/development.ts'
import { FMW_SIMULATOR_APP } from '../errors.ts'
import { type Companion, type Plan, plainly } from '../faults/fault.ts'
import type { Faults } from '../faults/faults.ts'
import type { Suffered } from '../faults/suffered.ts'
import { type GatewayRules, problemOfAnswer } from '../gateway/read-answer.ts'
import type { Log, NewRow } from '../log/log.ts'
import { type About, isTaken, type LogRow, logged, takeTiming } from '../log/row.ts'
import type { Random } from '../random.ts'
import type { KnownProcess } from '../world/app-process.ts'
import type { Jobs, SimulatorClock } from '../world/jobs.ts'
import type { Addressed, Addresses, Destination } from './addresses.ts'
import { forgedUrl, secretsIn, whyUnread } from './forgery/forged-address.ts'
import { type Forger, letInByAddress } from './forgery/forger.ts'
import { heldUp, isClosed, isRefused, type LineAnswer, lostOnTheWay, problemOf } from './lines/line.ts'
import { inCasing, shifted } from './names.ts'
import { filledIn, forgedHeaders, type OwnHeaders, withStandIns } from './own-headers.ts'
import { type Profile, SendOrder } from './profiles.ts'
import { deadlineOf, originOf, type Push, probeOf, unsent } from './push.ts'
import { QuotedSecrets } from './quoted-secrets.ts'
import { bytesOf, encode, type Sealed, seal } from './sealed.ts'

/** The problem of a push that hadn't gone out when everything was reset. */
const wasReset = 'everything was reset before it went out'

/** How a push, and its answer, went. */
export interface Delivery {
  readonly row: LogRow
  /** Null where none came. */
  readonly answer: LineAnswer | null
}

/** What the sender works with. */
export interface SenderParts {
  readonly clock: SimulatorClock
  readonly random: Random
  readonly log: Log
  readonly jobs: Jobs
  readonly faults: Faults
  readonly profile: () => Profile
  /** How long a turn may take, and what is wrong with its answer. */
  readonly rules: GatewayRules
  /** Writes what nobody paid for. */
  readonly forger: Forger
  /** Of the application: a push waits while it starts. */
  readonly process: KnownProcess
  /** By which the plugin tells where the time of a turn went. */
  readonly timingSecret: string
}

/**
 * Sends pushes to the application. Each goes through the same stages: its fields are written and addressed, as the profile
 * says and with its faults; it is transmitted, once or as its faults plan it; and it is tried again, as the profile says.
 */
export class Sender {
  readonly #parts: SenderParts
  readonly #flying = new Set<Promise<unknown>>()
  readonly #order = new SendOrder()
  readonly #probed = new Set<string>()
  /** Counts the resets: what began before the last one leaves no trace. */
  #resets = 0
  #addresses: Addresses | undefined

  constructor(parts: SenderParts) {
    this.#parts = parts
    parts.jobs.done('retry', async (data) => {
      const { push, attempt } = data as { push: Push; attempt: number }
      await this.#orSay(unsent(push), this.#try(push, attempt))
    })
    parts.jobs.done('sealed push', async (data) => {
      const sealed = data as Sealed
      await this.#orSay(sealed, this.#transmit(sealed))
    })
  }

  get isConnected(): boolean {
    return this.#addresses !== undefined
  }

  /** Where pushes of a kind go; null where the application receives none, or there is no application. */
  addressOf(kind: Kind): string | null {
    return this.#addresses?.registered(kind)?.href ?? null
  }

  connect(addresses: Addresses): void {
    this.#addresses?.close()
    this.#addresses = addresses
    this.#probed.clear()
  }

  close(): void {
    this.#addresses?.close()
  }

  /** After a reset: pushes that are under way get no row, aren't sent again, and those that wait don't go out. */
  forget(): void {
    this.#resets += 1
    this.#probed.clear()
    this.#parts.log.underWay.forget()
  }

  /**
   * Sends a push. What comes of its first try; further ones follow by the clock.
   *
   * @throws FMW_SIMULATOR_APP where there is no application, or none for this kind
   */
  send(push: Push): Promise<Delivery> {
    return this.#follow(this.#try(push, 1))
  }

  /** Sends a push that comes about by itself: nobody waits for it. Where it finds no application, its row says so. */
  tell(push: Push): Promise<LogRow> {
    return this.#orSay(unsent(push), this.send(push))
  }

  /** Sends what is written already, as it is: no fault strikes it. Where it is late, it goes out by the clock. */
  async resend(sealed: Sealed, delay = 0): Promise<LogRow> {
    // Who asks for it is told by an error, and at once.
    this.#find(sealed.kind, sealed.url)
    if (delay > 0) return this.#holdUp(sealed, delay).row
    return (await this.#follow(this.#transmit(sealed))).row
  }

  /** An address of the application as somebody writes it who doesn't know its secrets. */
  forgedUrl(url: URL, about: About): URL {
    return forgedUrl(url, secretsIn(this.#addresses?.urls ?? new Map()), about)
  }

  /** When no push waits for an answer any more. */
  async idle(): Promise<void> {
    while (this.#flying.size > 0) await Promise.all(this.#flying)
  }

  #follow<T>(sent: Promise<T>): Promise<T> {
    const flying = sent.catch(() => undefined)
    this.#flying.add(flying)
    void flying.then(() => this.#flying.delete(flying))
    return sent
  }

  async #try(push: Push, attempt: number): Promise<Delivery> {
    const { jobs, profile, faults, random, process } = this.#parts
    const resets = this.#resets
    if (process.settled !== undefined) await this.#waitFor(process.settled, unsent(push))
    if (resets !== this.#resets) return this.#keepBack(unsent(push), wasReset, resets)
    const { url, headers } = this.#find(push.kind, push.url)
    const suffered = faults.strike(push.kind)
    const sealed = this.#write(push, url, headers, attempt, suffered)
    const isTurn = isTurnKind(push.kind)
    if (!isTurn) await this.#order.enter(profile())
    try {
      if (resets === this.#resets) await this.#look(push, url, headers)
      if (resets !== this.#resets) return this.#keepBack(sealed, wasReset, resets)
      const delivery = await this.#carryOut(suffered.plan(), push, { url, headers }, sealed)
      if (resets !== this.#resets) return delivery
      const wait = profile().retries[attempt - 1]
      const { answer } = delivery
      if (!isTaken(answer) && wait !== undefined && !isTurn) jobs.after(wait, 'retry', { push, attempt: attempt + 1 })
      return answer === null ? delivery : { ...delivery, answer: { ...answer, body: suffered.reply(answer.body) } }
    } finally {
      if (!isTurn) this.#order.leave(profile(), random)
    }
  }

  /** The application starts: until then the push is seen to wait. */
  async #waitFor(settled: Promise<void>, sealed: Sealed): Promise<void> {
    const { clock, log } = this.#parts
    const number = log.underWay.begin(rowOf(sealed, { ...unanswered, at: clock.now(), deadline: null }))
    try {
      await settled
    } finally {
      log.underWay.end(number)
    }
  }

  /** Fields, names, bytes. */
  #write(push: Push, to: URL, own: OwnHeaders, attempt: number, suffered: Suffered): Sealed {
    const { profile, random } = this.#parts
    const { casing, forms, extraFields, skew } = profile()
    const fields = suffered.fields({ ...shifted(push.fields, skew), ...extraFields })
    const named = suffered.writtenFields(inCasing(fields, casing, random))
    const written = suffered.bytes(encode(named, forms[push.kind] ?? 'json'))
    const headers = withStandIns(written.headers, own)
    return seal({ ...written, headers }, to, {
      kind: push.kind,
      about: push.about,
      attempt,
      faults: suffered.names,
      origin: originOf(push),
    })
  }

  /** Looks at an address before its first push, if the profile's sender does. */
  async #look(push: Push, url: URL, own: OwnHeaders): Promise<void> {
    const { probe } = this.#parts.profile()
    if (probe === null || this.#probed.has(url.href)) return
    this.#probed.add(url.href)
    await this.#transmit(probeOf(push, url, probe, own))
  }

  async #carryOut(plan: Plan, push: Push, to: Addressed, sealed: Sealed): Promise<Delivery> {
    const { jobs } = this.#parts
    const resets = this.#resets
    const companions = plan.companions.map(({ what, when }) => ({
      when,
      sealed: this.#companion(what, push, to, sealed),
    }))
    for (const one of companions) {
      if (one.when === 'before') await this.#transmit(one.sealed)
      if (resets !== this.#resets) return this.#keepBack(sealed, wasReset, resets)
      if (typeof one.when === 'number') jobs.after(one.when, 'sealed push', one.sealed)
    }
    if (plan.isLost) return this.#keepBack(sealed, lostOnTheWay)
    if (plan.delay > 0) return this.#holdUp(sealed, plan.delay)
    return this.#transmit(sealed, plan, push, () => {
      if (resets !== this.#resets) return
      for (const one of companions) if (one.when === 'meanwhile') void this.#follow(this.#transmit(one.sealed))
    })
  }

  #companion(what: Companion['what'], push: Push, { url, headers: own }: Addressed, sealed: Sealed): Sealed {
    const { faults, forger } = this.#parts
    if (what === 'same') return sealed
    if (what === 'get-probe') return probeOf(push, url, 'GET', own)
    if (what === 'head-probe') return probeOf(push, url, 'HEAD', own)
    const unharmed = faults.none(push.kind)
    if (what === 'timeout') {
      const { Sequence } = push.fields
      const next = typeof Sequence === 'number' ? { Sequence: Sequence + 1 } : {}
      const fields = { ...push.fields, Type: 'Timeout', Message: '', ClientState: null, ...next }
      const written = this.#write({ ...push, fields }, url, own, 1, unharmed)
      return { ...written, faults: ['timeoutDuringTurn'], origin: null }
    }
    const fields = forger.fields(push.kind, push.fields, push.about)
    const forged = this.#write({ ...push, fields }, this.forgedUrl(url, push.about), own, 1, unharmed)
    return { ...forged, headers: forgedHeaders(forged.headers), faults: ['forge'], origin: null }
  }

  #holdUp(sealed: Sealed, delay: number): Delivery {
    const { clock, jobs } = this.#parts
    const held = this.#keepBack(sealed, heldUp, this.#resets, clock.now() + delay)
    jobs.after(delay, 'sealed push', { ...sealed, heldAs: held.row.id })
    return held
  }

  /** A push that isn't brought to the application now. @param heldUntil when it comes, if it does */
  #keepBack(sealed: Sealed, problem: string, resets = this.#resets, heldUntil?: number): Delivery {
    const at = this.#parts.clock.now()
    return {
      row: this.#keep(
        sealed,
        {
          ...unanswered,
          at,
          deadline: this.#deadlineOf(sealed.kind),
          problem,
          ...(heldUntil !== undefined && { heldUntil }),
        },
        resets,
      ),
      answer: null,
    }
  }

  async #transmit(
    sealed: Sealed,
    { isCut, isSlow }: Plan = plainly,
    { judge, told }: Pick<Push, 'judge' | 'told'> = {},
    onOut: () => void = () => undefined,
  ): Promise<Delivery> {
    const { clock, profile, timingSecret, process, log, rules } = this.#parts
    const resets = this.#resets
    const { kind, method } = sealed
    const { line, url, headers: own } = this.#find(kind, sealed.url)
    // On the line alone: secrets, and what is no part of what the service sends.
    const headers = { ...filledIn(sealed.headers, own), [timingHeader]: timingSecret }
    const deadline = this.#deadlineOf(kind)
    const giveUp = new AbortController()
    const cancel = clock.after(deadline, () => giveUp.abort())
    const at = clock.now()
    const begun = clock.monotonic()
    let answer: LineAnswer | null = null
    let problem: string | null = null
    let timing: TurnTiming | null = null
    const { signal } = giveUp
    const { keepAlive } = profile()
    const { starts } = process
    const pendingAs = log.underWay.begin(rowOf(sealed, { ...unanswered, at, deadline }))
    try {
      const came = await line.send({
        method,
        url: this.#addresses?.filledIn(url) ?? url,
        headers,
        body: bytesOf(sealed),
        signal,
        isCut,
        isSlow,
        keepAlive,
        onOut,
      })
      const taken = takeTiming(came.headers)
      timing = taken.timing
      answer = { ...came, headers: taken.headers }
    } catch (error) {
      const whyDown = isRefused(error) ? process.whyDown : isClosed(error) ? process.whyCut(starts) : null
      problem = whyDown ?? problemOf(error, signal)
    } finally {
      cancel()
    }
    if (answer !== null) {
      const unread = sealed.faults.includes('forge') ? (whyUnread(answer) ?? this.#whyLetIn(kind, answer)) : null
      problem = unread ?? (judge === undefined ? problemOfAnswer(answer, sealed, rules) : judge(answer))
    }
    const ms = clock.monotonic() - begun
    const quoted = this.#addresses?.quoted ?? noSecrets
    const row = this.#keep(
      sealed,
      {
        at,
        ms,
        deadline,
        problem: problem && quoted.hiddenInText(problem),
        answer: answer && quoted.hiddenIn(answer),
        timing,
        hidesNext: told?.() ?? timing?.hidesNext,
        pendingAs,
      },
      resets,
    )
    return { row, answer }
  }

  #whyLetIn(kind: Kind, { status }: LineAnswer): string | null {
    return status < 300 && this.#addresses?.letsIn(kind) === true ? letInByAddress : null
  }

  /** The row of what was sent; or one that says why there was nobody to send it to. */
  async #orSay(sealed: Sealed, sent: Promise<Delivery>): Promise<LogRow> {
    try {
      return (await sent).row
    } catch (error) {
      if (!(error instanceof FMW_SIMULATOR_APP)) throw error
      return this.#keepBack(sealed, error.message).row
    }
  }

  /** @param resets how many there had been when it began: of what began before the last one the log has no row */
  #keep(sealed: Sealed, went: Went, resets: number): LogRow {
    const row = rowOf(sealed, went)
    return resets === this.#resets ? this.#parts.log.add(row) : { id: 0, ...row, pendingAs: undefined }
  }

  /** Where a recorded push of a kind goes, and with what. @throws FMW_SIMULATOR_APP */
  registeredAt(kind: Kind): Addressed {
    return this.#find(kind, null)
  }

  #deadlineOf(kind: Kind): number {
    return deadlineOf(kind, this.#parts.rules.ussd)
  }

  #find(kind: Kind, url: string | null): Destination {
    if (this.#addresses === undefined) {
      const { whyDown } = this.#parts.process
      if (whyDown !== null) throw new FMW_SIMULATOR_APP(`has nothing to push to: ${whyDown}`)
      throw new FMW_SIMULATOR_APP('has no application to push to: call sim.connect(app), or start it with --app')
    }
    return this.#addresses.find(kind, url)
  }
}

interface Went {
  readonly at: number
  readonly ms: number
  readonly deadline: number | null
  readonly problem: string | null
  readonly answer: LineAnswer | null
  readonly timing: TurnTiming | null
  readonly hidesNext?: boolean | undefined
  readonly heldUntil?: number
  readonly pendingAs?: number
}

const noSecrets = new QuotedSecrets(new Map(), {})

/** Of a push that has no answer, or none yet. */
const unanswered = { ms: 0, problem: null, answer: null, timing: null }

function rowOf(sealed: Sealed, { answer, hidesNext, ...times }: Went): NewRow {
  const { kind, method, url, headers, faults, attempt, about, origin, heldAs, isByHand } = sealed
  return {
    direction: 'push',
    kind,
    method,
    url,
    request: logged(headers, bytesOf(sealed)),
    response: answer === null ? null : { status: answer.status, ...logged(answer.headers, answer.body) },
    faults,
    attempt,
    about,
    origin,
    ...(heldAs !== undefined && { heldAs }),
    ...(isByHand === true && { isByHand }),
    ...(hidesNext !== undefined && { hidesNext }),
    ...times,
  }
}
