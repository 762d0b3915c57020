/**
 * What was ordered, in memory. In your application this is a table whose `key` is unique, beside the merchant's other
 * tables.
 */
export function openOrders() {
  const orders = new Map()
  return {
    /** Makes one order for one key, however often it is called. */
    create(key, order) {
      const known = orders.get(key)
      if (known !== undefined) return known
      // Of its key: counted ones would begin at 1 again beside payments that were kept.
      const made = { id: `order-${key.slice(0, 12)}`, ...order }
      orders.set(key, made)
      return made
    },

    get size() {
      return orders.size
    },

    isPin: (_mobile, pin) => pin === '2580',

    pointsOf: (_mobile) => 12,
  }
}
