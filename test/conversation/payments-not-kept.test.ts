import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import { memoryStore, type Store } from '../../src/index.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { type Phone, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { newSqlite } from '../store/new-sqlite.ts'
import { quickClock } from '../testing/quick-clock.ts'

const mobile = '+233000000000'

/** A store that keeps no payment that a session asks for while a test says so. */
function refusing(store: Store) {
  const state = { refuses: false, refused: 0 }
  const through: Store = {
    ...store,
    open: (user) => {
      const opened = store.open(user)
      const { inbox } = opened
      const accept = inbox.accept.bind(inbox)
      inbox.accept = (entry, claim) => {
        if (!state.refuses || entry.kind !== 'askedPayment') return accept(entry, claim)
        state.refused += 1
        return Promise.reject(new FMW_STORE_UNAVAILABLE('of a test', 'it is out of reach'))
      }
      return opened
    },
  }
  return { through, state }
}

/** A shop that makes an order and asks to pay for it. */
async function shop(store: Store) {
  const { through, state } = refusing(store)
  const keys: string[] = []
  const gate = { opens: Promise.resolve() }
  const script = conversation(async (talk) => {
    await talk.choose('Tea?', ['Green', 'Black'])
    const order = await talk.once('order', (key) => keys.push(key))
    await talk.load('price', () => gate.opens.then(() => 5))
    return talk.pay(`Approve order ${order}`, { name: 'Tea', quantity: 1, price: 5, reference: `order-${order}` })
  })
  const app = await appWith({
    store: through,
    publicUrl: 'https://shop.example',
    secret: 'a secret of this test',
    ussd: script,
    programmable: script,
    payment: () => undefined,
    clock: quickClock,
  })
  return { app, keys, gate, state }
}

/** On a busy machine the waiting screen comes first. */
async function comesTo(caller: Phone, screen: RegExp): Promise<void> {
  await caller
  while (/working on it/.test(caller.lastScreen?.text ?? '')) await caller.reply('1')
  await caller.expectScreen(screen)
}

const ussd: PhoneOptions = { mobile, kind: 'ussd' }
const cart: PhoneOptions = { mobile, kind: 'programmable', channel: 'ussd' }
const memory = () => memoryStore()
const sqlite = () => newSqlite()()
const postgres = () => newPostgres()()

describe.each<{ what: string; on: string; make: () => Store; options: PhoneOptions }>([
  // In memory nothing waits for the notice of a USSD payment, and only the reference of a cart is kept.
  { what: 'a cart', on: 'in memory', make: memory, options: cart },
  { what: 'a cart', on: 'on SQLite', make: sqlite, options: cart },
  { what: 'a payment of the kind ussd', on: 'on SQLite', make: sqlite, options: ussd },
  { what: 'a payment of the kind ussd', on: 'on PostgreSQL', make: postgres, options: ussd },
])('The order behind a payment that the store could not keep: $what, $on', ({ make, options }) => {
  it('is asked to be paid for at the next dial, and is not made again', async () => {
    const { app, keys, state } = await shop(make())
    state.refuses = true
    const caller = phone(app, options)
    await caller.dial('*713#').expectScreen(/^Tea\?/)
    await comesTo(caller.reply('1'), /went wrong/)
    expect(state.refused).toBeGreaterThan(1)
    await comesTo(phone(app, options).dial('*713#'), /went wrong/)
    state.refuses = false
    await comesTo(phone(app, options).dial('*713#'), /^Approve order 1$/m)
    expect(keys).toHaveLength(1)
    // It was seen, as soon as the store knows that: the shop begins anew. What came too late counts as not seen, and comes again.
    await eventually(async () => {
      const later = phone(app, options)
      await later.dial('*713#')
      return /^Tea\?/.test(later.lastScreen?.text ?? '')
    })
    expect(keys).toHaveLength(1)
  })

  it('where nothing was done before it, the next dial begins anew', async () => {
    const { through, state } = refusing(make())
    const script = conversation(async (talk) => {
      await talk.choose('Tea?', ['Green', 'Black'])
      return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5, reference: 'table-7' })
    })
    const settings = { publicUrl: 'https://shop.example', secret: 'a secret of this test', clock: quickClock }
    const app = await appWith({
      store: through,
      ussd: script,
      programmable: script,
      payment: () => undefined,
      ...settings,
    })
    state.refuses = true
    await comesTo(phone(app, options).dial('*713#').reply('1'), /went wrong|nothing was paid/i)
    state.refuses = false
    await comesTo(phone(app, options).dial('*713#').reply('1'), /^Approve$/m)
  })

  it('goes on in the same turn where the store is back in a moment', async () => {
    const { app, keys, state } = await shop(make())
    state.refuses = true
    const caller = phone(app, options)
    await caller.dial('*713#')
    const back = eventually(() => state.refused > 0).then(() => {
      state.refuses = false
    })
    await comesTo(caller.reply('1'), /^Approve order 1$/m)
    await back
    expect(state.refused).toBeGreaterThan(0)
    expect(keys).toHaveLength(1)
  })

  it('is there at the next dial too where it came behind a waiting screen', async () => {
    const { app, keys, gate, state } = await shop(make())
    state.refuses = true
    const opening = Promise.withResolvers<void>()
    gate.opens = opening.promise
    const caller = phone(app, options)
    await caller.dial('*713#').expectScreen(/^Tea\?/)
    await caller.reply('1').expectScreen(/working on it/)
    opening.resolve()
    await comesTo(caller.reply('1'), /went wrong/)
    state.refuses = false
    await comesTo(phone(app, options).dial('*713#'), /^Approve order 1$/m)
    expect(keys).toHaveLength(1)
  })
})
