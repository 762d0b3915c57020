import { setTimeout as sleep } from 'node:timers/promises'
import { Sender } from '../send.ts'
import type { CustomersSettings } from './customers.ts'

/** A sale by USSD: its money, and the signed addresses to which somebody posts it beside its own. */
export interface Sale {
  /** TransactionIds of the service. */
  readonly moneys: readonly string[]
  /** The references that addresses were made for; the path of each, once it is there. */
  readonly addresses: readonly string[]
  /** What is posted where. */
  readonly notices: readonly Notice[]
}

/** Money that is posted to an address. */
export interface Notice {
  readonly money: string
  readonly address: string
}

/** A sale whose one or two moneys are posted to each other's addresses; one in three is as it should be. */
export function saleOf(index: number): Sale {
  const name = `sale-${index}`
  const notice = (money: number, address: number): Notice => ({
    money: `tx-${name}-${money}`,
    address: `${name}-${address}`,
  })
  const one = [notice(1, 1), notice(1, 2), notice(1, 3)]
  const notices = [[notice(1, 1)], one, [...one, notice(2, 1), notice(2, 2)]][index % 3] ?? []
  return {
    moneys: [...new Set(notices.map(({ money }) => money))],
    addresses: [...new Set(notices.map(({ address }) => address))],
    notices,
  }
}

/** Whoever posts the notices of sales: all of a sale at once, until each is acknowledged, and once more later. */
export class Sellers {
  readonly #settings: CustomersSettings
  readonly #sender = new Sender(200, patience)

  constructor(settings: CustomersSettings) {
    this.#settings = settings
  }

  async sell({ moneys, addresses, notices }: Sale): Promise<void> {
    const { service, random } = this.#settings
    const paths = new Map<string, string>()
    for (const address of addresses) paths.set(address, await this.#address(address))
    for (const money of moneys) service.take(money)
    const pauses = notices.map(() => [random.between(0, apart), random.between(0, longestPause)] as const)
    await Promise.all(
      notices.map(async ({ money, address }, index) => {
        for (const pause of pauses[index] ?? []) {
          await sleep(pause)
          await this.#post(paths.get(address) ?? '', money)
        }
      }),
    )
  }

  close(): void {
    this.#sender.close()
  }

  /** Until it is there. */
  async #address(reference: string): Promise<string> {
    while (!this.#settings.isGone()) {
      try {
        const response = await fetch(`http://127.0.0.1:${this.#settings.port()}/addresses`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ reference }),
          signal: AbortSignal.timeout(patience),
        })
        if (response.status === 201) return await response.text()
      } catch {
        // Its process was killed.
      }
      await sleep(pauseBetween)
    }
    return ''
  }

  async #post(path: string, TransactionId: string): Promise<void> {
    const Data = { Amount: 10, Description: 'A sale', TransactionId }
    const body = JSON.stringify({ ResponseCode: '0000', Message: 'success', Data })
    while (!this.#settings.isGone()) {
      if ((await this.#sender.send(this.#settings.port(), path, body)) === 200) return
      await sleep(pauseBetween)
    }
  }
}

// ms
const patience = 5_000
const apart = 60
const longestPause = 4_000
const pauseBetween = 200
