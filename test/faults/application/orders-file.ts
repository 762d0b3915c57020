import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { type Order, OrdersRead } from '../harness/orders.ts'

/** The merchant's orders, outside of any store of ours. */
export class OrdersFile {
  readonly #read: OrdersRead
  readonly #file: number

  constructor(name: string) {
    this.#file = openSync(name, 'a')
    this.#read = new OrdersRead(name)
  }

  /** One line each, whole or not at all. */
  add(order: Order): void {
    writeSync(this.#file, `${JSON.stringify(order)}\n`)
    fdatasyncSync(this.#file)
  }

  has(key: string): boolean {
    return this.#read.all.some((order) => order.key === key)
  }
}
