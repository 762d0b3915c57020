/**
 * What was ordered, in memory. In your application this is a table whose `key` is unique, beside the merchant's other
 * tables.
 */
export function openOrders() {
  const orders = new Map()
  return {
    /** Makes one order for one key, however often it is called. */
    create(key, order) {
      // Of its key: counted ones would begin at 1 again beside payments that were kept.
      const id = `order-${key.slice(0, 12)}`
      const made = orders.get(id) ?? { id, ...order, isSettled: false }
      orders.set(id, made)
      return made
    },

    /** Undefined where there is no such order. */
    find: (id) => orders.get(id),

    /** From now on it is paid, and handed over. */
    settle(id) {
      orders.set(id, { ...orders.get(id), isSettled: true })
    },

    get size() {
      return orders.size
    },

    isPin: (_mobile, pin) => pin === '2580',

    pointsOf: (_mobile) => 12,
  }
}
