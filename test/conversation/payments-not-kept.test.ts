import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src/conversation/index.ts'
import type { Store } from '../../src/index.ts'
import { FMW_STORE_UNAVAILABLE } from '../../src/store/errors.ts'
import { type ManualClock, manualClock, type PhoneOptions, phone } from '../../src/testing/index.ts'
import { appWith } from '../http/app.ts'
import { newPostgres } from '../store/new-postgres.ts'
import { eachStore } from '../testing/stores.ts'

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
async function shop(store: Store, clock?: ManualClock) {
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
    ...(clock && { clock }),
  })
  return { app, keys, gate, state }
}

/** Lets time pass until something is there. */
async function inTime<Value>(clock: ManualClock, value: PromiseLike<Value>): Promise<Value> {
  let isOver = false
  const ended = () => {
    isOver = true
  }
  value.then(ended, ended)
  while (!isOver) {
    await setImmediate()
    clock.advance(20)
  }
  return value
}

const ussd: PhoneOptions = { mobile, kind: 'ussd' }
const cart: PhoneOptions = { mobile, kind: 'programmable', channel: 'ussd' }
const [memory, sqlite] = eachStore
const postgres = ['on PostgreSQL', () => newPostgres()()] as const
// In memory nothing waits for the notice of a USSD payment, and only the reference of a cart is kept.
const ways: readonly (readonly [string, (typeof eachStore)[number] | undefined | typeof postgres, PhoneOptions])[] = [
  ['a cart', memory, cart],
  ['a cart', sqlite, cart],
  ['a payment of the kind ussd', sqlite, ussd],
  ['a payment of the kind ussd', postgres, ussd],
]

describe.each(ways.map(([what, store, options]) => ({ what, on: store?.[0] ?? '', make: store?.[1], options })))(
  'The order behind a payment that the store could not keep: $what, $on',
  ({ make, options }) => {
    const made = () => {
      if (make === undefined) throw new Error('there is such a store')
      return make()
    }

    it('is asked to be paid for at the next dial, and is not made again', async () => {
      const clock = manualClock()
      const { app, keys, state } = await shop(made(), clock)
      state.refuses = true
      const caller = phone(app, options)
      await inTime(clock, caller.dial('*713#').expectScreen(/^Tea\?/))
      await inTime(clock, caller.reply('1').expectScreen(/went wrong/))
      expect(state.refused).toBeGreaterThan(1)
      await inTime(
        clock,
        phone(app, options)
          .dial('*713#')
          .expectScreen(/went wrong/),
      )
      state.refuses = false
      const later = phone(app, options)
      await inTime(clock, later.dial('*713#').expectScreen(/^Approve order 1$/m))
      expect(keys).toHaveLength(1)
      // It was seen: the shop begins anew.
      await inTime(
        clock,
        phone(app, options)
          .dial('*713#')
          .expectScreen(/^Tea\?/),
      )
    })

    it('goes on in the same turn where the store is back in a moment', async () => {
      const { app, keys, state } = await shop(made())
      state.refuses = true
      const caller = phone(app, options)
      await caller.dial('*713#')
      const back = setTimeout(() => {
        state.refuses = false
      }, 100)
      await caller.reply('1').expectScreen(/^Approve order 1$/m)
      clearTimeout(back)
      expect(state.refused).toBeGreaterThan(0)
      expect(keys).toHaveLength(1)
    })

    it('is there at the next dial too where it came behind a waiting screen', async () => {
      const clock = manualClock()
      const { app, keys, gate, state } = await shop(made(), clock)
      state.refuses = true
      const opening = Promise.withResolvers<void>()
      gate.opens = opening.promise
      const caller = phone(app, options)
      await inTime(clock, caller.dial('*713#').expectScreen(/^Tea\?/))
      await inTime(clock, caller.reply('1').expectScreen(/working on it/))
      opening.resolve()
      await inTime(clock, caller.reply('1').expectScreen(/went wrong/))
      state.refuses = false
      await inTime(
        clock,
        phone(app, options)
          .dial('*713#')
          .expectScreen(/^Approve order 1$/m),
      )
      expect(keys).toHaveLength(1)
    })
  },
)
