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
      const made = { id: `order-${orders.size + 1}`, ...order }
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
