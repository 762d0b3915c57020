import { closeSync, openSync, readSync } from 'node:fs'

/** An order of the shop, written where no kill undoes it. */
export interface Order {
  /** The idempotency key that the effect was given. Nothing in the file keeps it from coming twice. */
  readonly key: string
  /** Who ordered. */
  readonly serviceCode: string
  readonly item: string
  readonly quantity: number
  /** Of one. */
  readonly price: number
  readonly pid: number
  readonly sessionId: string
}

/** Everything that was ordered, oldest first. What was read once is not read again. */
export class OrdersRead {
  readonly #file: string
  readonly #orders: Order[] = []
  #read = 0

  /** @param file which must be there */
  constructor(file: string) {
    this.#file = file
  }

  get all(): readonly Order[] {
    const file = openSync(this.#file, 'r')
    try {
      const buffer = Buffer.alloc(65_536)
      for (;;) {
        const text = buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, this.#read))
        const end = text.lastIndexOf('\n') + 1
        if (end === 0) return this.#orders
        this.#read += end
        this.#orders.push(
          ...text
            .slice(0, end - 1)
            .split('\n')
            .map((line) => JSON.parse(line)),
        )
      }
    } finally {
      closeSync(file)
    }
  }
}

/** What names an order to its buyer. */
export function referenceOf({ key }: Pick<Order, 'key'>): string {
  return key.slice(0, 16)
}

/** Every second subscriber is one whose orders can be found out about by their key. */
export function hasRecover(serviceCode: string): boolean {
  return Number(serviceCode) % 2 === 0
}
