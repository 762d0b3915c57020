// As an import, an older Node would stop at it, and not say which one is needed.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite')

/** The orders, in a SQLite file of yours. Put your own database here. */
export function openOrders(file = process.env.SHOP_DB ?? 'shop.db') {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA busy_timeout = 5000') // ms: tests may have the file open too
  db.exec(`CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, item TEXT NOT NULL, quantity INTEGER NOT NULL, due INTEGER NOT NULL, phone TEXT,
    delivered INTEGER NOT NULL DEFAULT 0)`)
  return {
    /** One order for one id, however often it is called. */
    create(id, { item, quantity, due, phone }) {
      db.prepare('INSERT OR IGNORE INTO orders (id, item, quantity, due, phone) VALUES (?, ?, ?, ?, ?)').run(
        id,
        item,
        quantity,
        due,
        phone,
      )
    },
    /** Undefined where there is no such order. */
    find(id) {
      return db.prepare('SELECT item, quantity, due, phone FROM orders WHERE id = ?').get(id)
    },
    /** True once for each order: then it is to be handed over. */
    deliver(id) {
      return db.prepare('UPDATE orders SET delivered = 1 WHERE id = ? AND delivered = 0').run(id).changes === 1
    },
    /** Whether it was handed over. */
    isDelivered(id) {
      return db.prepare('SELECT 1 FROM orders WHERE id = ? AND delivered = 1').get(id) !== undefined
    },
    /** All of them. */
    list() {
      return db
        .prepare('SELECT item, quantity, delivered FROM orders')
        .all()
        .map((row) => ({ ...row }))
    },
    close() {
      db.close()
    },
  }
}
