import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { Sender, type Sent } from '../send.ts'
import { callbackBody } from './claim.ts'
import type { PaymentHistory } from './history.ts'
import type { PlannedPush } from './plan.ts'
import type { PaymentService } from './service.ts'

export interface CustomersSettings {
  readonly service: PaymentService
  readonly random: Random
  /** Of any process that is there, asked for each request. */
  readonly port: () => number
  /** Nobody will answer any more. */
  readonly isGone: () => boolean
}

/** Everybody whom an application meets over its payments: customers who order, the service and forgers who push. */
export class Customers {
  /** Orders that were placed again because nobody knew what became of them. */
  again = 0
  readonly #settings: CustomersSettings
  readonly #sender = new Sender(200, patience)

  constructor(settings: CustomersSettings) {
    this.#settings = settings
  }

  /** Lives through one payment, from the order to the last push. */
  async pay(history: PaymentHistory): Promise<void> {
    const { service } = this.#settings
    const { plan } = history
    service.know(history)
    const early = plan.pushes.filter(({ at }) => at < 0).map((push) => this.#push(history, push))
    history.orderedAt = Date.now()
    await this.#order(history)
    const hasPage = history.pages.length > 0
    if (hasPage) history.startedAt = Date.now()
    // Nobody pays without a page, so the service has nothing to tell of it.
    const others = plan.pushes.filter(({ at, by }) => at >= 0 && (hasPage || by === 'forger'))
    const pushes = others.map(async (push) => {
      await sleep(push.at)
      await this.#push(history, push)
    })
    await Promise.all([...early, ...pushes, this.#tapAgain(history)])
  }

  close(): void {
    this.#sender.close()
  }

  /** Asks for the page of an order. @returns whether there is one */
  async order(history: PaymentHistory): Promise<boolean> {
    const { reference, amountMinor } = history.plan
    const { creations } = history
    const body = JSON.stringify({ reference, amount: amountMinor / 100 })
    try {
      const response = await fetch(`http://127.0.0.1:${this.#settings.port()}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(patience),
      })
      const { checkoutId, message } = Object.assign({ checkoutId: '', message: '' }, await response.json())
      if (response.status === 409 && message.includes(namedBefore)) {
        history.refused ??= { at: Date.now(), creations: [creations, history.creations] }
      }
      if (response.status !== 201) return false
      history.pages.push(checkoutId)
      return true
    } catch {
      return false
    }
  }

  /** Until there is a page, or never will be. */
  async #order(history: PaymentHistory): Promise<void> {
    while (!this.#settings.isGone()) {
      if ((await this.order(history)) || history.refused !== undefined) return
      this.again += 1
      await sleep(500)
    }
  }

  /** A customer taps again, and another time: whatever has become of it, there is no other page. */
  async #tapAgain(history: PaymentHistory): Promise<void> {
    const { random } = this.#settings
    for (let taps = random.between(0, 2); taps > 0; taps--) {
      await sleep(random.between(0, longestPause))
      await this.order(history)
    }
  }

  async #push(history: PaymentHistory, push: PlannedPush): Promise<void> {
    await Promise.all(Array.from({ length: push.times }, () => this.#pushOne(history, push)))
  }

  /** Nobody has evidence that the service tries again (field notes, "Transport"): some do, some do not. */
  async #pushOne(history: PaymentHistory, push: PlannedPush): Promise<void> {
    const { random, isGone } = this.#settings
    let tries = push.insists ? Number.POSITIVE_INFINITY : random.between(1, 2)
    while (!isGone()) {
      const sent = await this.#send(history, push)
      tries -= 1
      if (isAcknowledged(sent) || tries <= 0) return
      await sleep(1_000)
    }
  }

  async #send(history: PaymentHistory, { by, to, claim }: PlannedPush): Promise<Sent> {
    const { checkoutIds, pushes, plan } = history
    const checkoutId = checkoutIds.at(-1) ?? 'none-so-far'
    const path = { signed: this.#signed(checkoutId), plain, guessed: this.#guessed(plan.reference, plan.amountMinor) }[
      to
    ]
    const at = Date.now()
    const sent = await this.#sender.send(this.#settings.port(), path, callbackBody(claim, checkoutId))
    pushes.push({
      at,
      by,
      to,
      sent,
      claim: { ...claim, checkoutId: claim.checkoutId === 'own' ? checkoutId : claim.checkoutId },
    })
    return sent
  }

  #signed(checkoutId: string): string {
    const url = this.#settings.service.callbackUrlOf(checkoutId)
    if (url === undefined) return plain
    const { pathname, search } = new URL(url)
    return pathname + search
  }

  #guessed(reference: string, amountMinor: number): string {
    const { random } = this.#settings
    const signature = Array.from({ length: 22 }, () => letters[random.between(0, letters.length - 1)]).join('')
    return `${plain}?mref=${reference}&mamt=${amountMinor}&mcur=GHS&mexp=4102444800&msig=1.${signature}`
  }
}

// ms
const patience = 5_000
const longestPause = 8_000
const plain = '/push/checkout'
const namedBefore = 'a push named it before'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function isAcknowledged(sent: Sent): boolean {
  return sent !== 'unanswered' && sent >= 200 && sent < 300
}
