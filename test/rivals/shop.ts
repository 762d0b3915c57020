/** What is sold. */
export interface Item {
  readonly label: string
  readonly value: string
  readonly amount: number
}

/** The list of every shop. */
export const items: readonly Item[] = [
  { label: 'Rice 5 kg', value: 'rice', amount: 60 },
  { label: 'Oil 1 l', value: 'oil', amount: 25 },
]

/** One call of `create`. */
export interface Order {
  readonly item: string
  readonly quantity: number
}

/** Where orders are made, and which were. */
export interface Orders {
  readonly made: readonly Order[]
  create(item: string, quantity: number): Promise<{ readonly id: string }>
  /** From now on no `create` settles until what this gives is called. */
  hold(): () => void
}

export function openOrders(): Orders {
  const made: Order[] = []
  let gate = Promise.resolve()
  return {
    made,
    async create(item, quantity) {
      const id = `order-${made.push({ item, quantity })}`
      await gate
      return { id }
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}
