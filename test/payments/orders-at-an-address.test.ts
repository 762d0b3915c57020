import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import { dealt } from '../store/dealt.ts'
import { payingService } from './paying-service.ts'
import { callback, keepingStores } from './shop.ts'
import { notice, unaskedShop, type unaskedStores } from './unasked-shop.ts'

const payer = '+233000000000'
const record = { MobileNumber: payer, StartDate: '2099-01-01T00:00:00Z' }
const words = {
  paid: ['Settled', 'Success', '0000'],
  failed: ['Failed', 'Failed', '2001'],
  cancelled: ['Cancelled', 'Cancelled', '2001'],
  refunded: ['Refunded', 'Refunded', '0000'],
} as const

/**
 * Where notices come to: `A` and `B` are the addresses of two orders; `C` is that of another screen which asks for the order of
 * `B` once more.
 */
const sessions = {
  A: { sessionId: 's-1', reference: 'order-1', amount: 50 },
  B: { sessionId: 's-2', reference: 'order-2', amount: 50 },
  // Its own terms make it another address.
  C: { sessionId: 's-2', reference: 'order-2', amount: 50, currency: 'GHS' },
} as const

/**
 * `B paid 2`: at B, that transaction 2 was paid; `B paid - 2`: the same notice without its amount, and `B paid 20 2` with this one;
 * `B paid ?`: without its transaction.
 */
type Notice = `${keyof typeof sessions} ${keyof typeof words}${'' | ' -' | ' 10' | ' 20'} ${1 | 2 | 3 | '?'}`

/** A shop, and notices that come to it one after the other. Where the service is asked, it says what the last one says. */
async function shopOf(
  make: (typeof unaskedStores)[number][1],
  kind: 'ussdPayment' | 'checkout',
  isAsked: boolean,
  asksFor: { readonly payer?: string } = {},
) {
  const service = isAsked ? await payingService() : undefined
  const shop = await unaskedShop(await make(), service && { confirmWith: service.client() })
  const addressOf = ({ sessionId, ...terms }: (typeof sessions)[keyof typeof sessions]) =>
    shop.addressOf(kind === 'checkout' ? { kind, ...terms } : { kind, sessionId, ...terms, ...asksFor })
  const addresses = { A: addressOf(sessions.A), B: addressOf(sessions.B), C: addressOf(sessions.C) }
  return {
    ...shop,
    async come(notices: readonly Notice[]) {
      for (const one of notices) {
        const [at, end, name, fields] = partsOf(one)
        const [status, Status, ResponseCode] = words[end]
        const { reference } = sessions[at]
        service?.know(kind === 'checkout' ? reference : name, status, record)
        const known = { Status, TransactionId: name === '?' ? undefined : `t-${name}`, ...fields }
        const body =
          kind === 'checkout'
            ? callback({ ...known, ClientReference: reference, CheckoutId: `c-${reference}` })
            : notice(known)
        await shop.push(addresses[at], { ...body, ResponseCode, Message: end === 'refunded' ? 'Success' : Status })
      }
    },
    /** `failed contradicted 0`: that it failed, for this reason, and which of what was told before it names. */
    inShort: () =>
      shop.told.map(({ event, conflictsWith }) => {
        const by = conflictsWith === null ? [] : shop.told.findIndex(({ id }) => id === conflictsWith)
        return [event.outcome, ...event.needsReview, by].flat().join(' ')
      }),
  }
}

function partsOf(one: Notice) {
  const [at, end, ...rest] = one.split(' ')
  const [amount, name = amount] = rest
  const fields = name === amount ? {} : { Amount: amount === '-' ? undefined : Number(amount) }
  if (!isKey(sessions, at) || !isKey(words, end)) throw new Error(`no notice: ${one}`)
  return [at, end, `${name}`, fields] as const
}

function isKey<Table extends object>(table: Table, key: unknown): key is keyof Table {
  return typeof key === 'string' && key in table
}

type Row = readonly [notices: readonly Notice[], asked: readonly string[], notAsked?: readonly string[]]

// What is told where the service is asked, and where nobody is; the same where one is given.
const ussd: readonly Row[] = [
  // Another transaction at the address of a paid order ends nothing of it.
  [
    ['B paid 2', 'B cancelled 1'],
    ['paid', 'cancelled contradicted 0'],
  ],
  [
    ['B paid 2', 'B refunded 1'],
    ['paid', 'refunded contradicted 0'],
  ],
  [
    ['B paid 2', 'B failed 1', 'B refunded 1'],
    ['paid', 'failed contradicted 0', 'refunded contradicted 0'],
  ],
  [
    ['B paid 2', 'B refunded 2', 'B failed 1'],
    ['paid', 'refunded', 'failed contradicted 0'],
  ],
  // The money of another order is that order's, however it ends.
  [
    ['A paid 1', 'B failed 1'],
    ['paid', 'undetermined reused'],
  ],
  [
    ['A paid 1', 'B refunded 1', 'B paid 2'],
    ['paid', 'undetermined reused', 'paid'],
  ],
  [
    ['A paid 1', 'B refunded 1', 'A refunded 1'],
    ['paid', 'undetermined reused', 'refunded'],
  ],
  [
    ['A paid 1', 'B paid 2', 'B refunded 1'],
    ['paid', 'paid', 'undetermined reused'],
    ['paid', 'paid', 'refunded contradicted 1'],
  ],
  // A second try is paid plainly, and the first may be told late.
  [
    ['B cancelled 1', 'B failed 2', 'B paid 3'],
    ['cancelled', 'failed', 'paid'],
  ],
  [
    ['B failed 1', 'B paid 2', 'B cancelled 3'],
    ['failed', 'paid', 'cancelled contradicted 1'],
  ],
  // What becomes of the money that paid is told as it is.
  [
    ['B failed 1', 'B paid 2', 'B refunded 2'],
    ['failed', 'paid', 'refunded'],
  ],
  [
    ['B paid 2', 'B failed 2'],
    ['paid', 'failed contradicted 0'],
  ],
  // Another screen asked for the same order.
  [
    ['B paid 2', 'C failed 1'],
    ['paid', 'failed contradicted 0'],
  ],
  [
    ['B failed 1', 'C paid 2'],
    ['failed', 'paid'],
  ],
  [
    ['B paid 2', 'C paid 1', 'C refunded 1'],
    ['paid', 'undetermined paidTwice', 'refunded contradicted 0'],
  ],
  [
    ['B paid 2', 'C paid 1', 'B refunded 2'],
    ['paid', 'undetermined paidTwice', 'refunded'],
  ],
  // Nobody can be asked about a notice that names no money: it speaks against what was paid.
  [
    ['B paid 2', 'B failed ?'],
    ['paid', 'failed contradicted 0'],
  ],
  [
    ['B paid 2', 'B cancelled ?'],
    ['paid', 'cancelled contradicted 0'],
  ],
  [
    ['B paid 2', 'C failed ?'],
    ['paid', 'failed contradicted 0'],
  ],
  [
    ['B paid 2', 'B refunded ?'],
    ['paid', 'refunded contradicted unconfirmable 0'],
    ['paid', 'refunded'],
  ],
  [
    ['B failed ?', 'B paid 2'],
    ['failed', 'paid'],
  ],
]

// Nobody is asked: what its own address was told with a doubt before, and refunds in parts.
const doubted: readonly (readonly [notices: readonly Notice[], told: readonly string[]])[] = [
  [
    ['B paid - 2', 'B paid 2'],
    ['paid amountUnknown', 'paid'],
  ],
  [
    ['B paid - 2', 'B refunded 2', 'B paid 2'],
    ['paid amountUnknown', 'refunded', 'undetermined contradicted 1'],
  ],
  [
    ['B paid - 2', 'B failed 2', 'B paid 2'],
    ['paid amountUnknown', 'failed contradicted 0', 'paid contradicted 1'],
  ],
  [
    ['B paid - 2', 'B cancelled 2', 'B paid 2'],
    ['paid amountUnknown', 'cancelled contradicted 0', 'paid contradicted 1'],
  ],
  [
    ['B paid - 2', 'B failed 2', 'B cancelled 2', 'B paid 2'],
    ['paid amountUnknown', 'failed contradicted 0', 'cancelled contradicted 0', 'paid contradicted 1'],
  ],
  [
    ['B paid - 2', 'B failed 2', 'B refunded 2', 'B paid 2'],
    ['paid amountUnknown', 'failed contradicted 0', 'refunded', 'undetermined contradicted 2'],
  ],
  [
    ['B paid - 2', 'B refunded 2', 'B failed 2', 'B paid 2'],
    ['paid amountUnknown', 'refunded', 'failed contradicted 0', 'undetermined contradicted 1'],
  ],
  [
    ['B failed 2', 'B paid - 2', 'B paid 2'],
    ['failed', 'paid amountUnknown', 'paid'],
  ],
  [
    ['B refunded 2', 'B paid 2'],
    ['refunded', 'undetermined contradicted 0'],
  ],
  [
    ['B paid 2', 'B refunded 2', 'B paid 2'],
    ['paid', 'refunded'],
  ],
  // Each refund of less than was paid gave a part back.
  [
    ['B paid 2', 'B refunded 20 2', 'B refunded 10 2'],
    ['paid', 'undetermined partlyRefunded', 'undetermined contradicted partlyRefunded 1'],
  ],
  [
    ['B paid 2', 'B refunded 10 2', 'B refunded 20 2'],
    ['paid', 'undetermined partlyRefunded', 'undetermined contradicted partlyRefunded 1'],
  ],
  [
    ['B paid 2', 'B refunded 20 2', 'B refunded 2'],
    ['paid', 'undetermined partlyRefunded', 'refunded contradicted 1'],
  ],
  [
    ['B refunded 20 2', 'B refunded 10 2'],
    ['refunded', 'refunded contradicted 0'],
  ],
]

// Checkouts at their addresses: the service, where it is asked, knows them by their reference.
const checkouts: readonly Row[] = [
  [
    ['B paid 2', 'B failed 1'],
    ['paid', 'failed contradicted 0'],
  ],
  [
    ['B paid 2', 'B refunded 1'],
    ['paid', 'refunded'],
    ['paid', 'refunded contradicted 0'],
  ],
  [
    ['B failed 2', 'B paid 2', 'B refunded 2'],
    ['failed', 'paid', 'refunded'],
  ],
  [
    ['B paid 2', 'B cancelled 2'],
    ['paid', 'cancelled contradicted 0'],
  ],
]

/** What becomes of an order doesn't depend on the store, as long as it finds what it keeps: on files and servers the long ones say that, dealt out. */
function rowsOn<Order extends readonly [notices: readonly Notice[], ...unknown[]]>(
  store: string,
  rows: readonly Order[],
) {
  return store === 'memory' ? rows : rows.filter(([notices]) => notices.length > 2 && !notices.some(isCancelled))
}

function isCancelled(notice: Notice): boolean {
  return partsOf(notice)[1] === 'cancelled'
}

const stores = [['memory', async () => memoryStore(), it] as const, ...dealt(keepingStores)]

describe.each(stores)('of notices at signed addresses, on %s', (name, make, it) => {
  describe.each([
    ['is asked', true],
    ['is not asked', false],
  ])('where the service %s', (_how, isAsked) => {
    const ofEach = [
      ['USSD payments', 'ussdPayment', {}, ussd],
      ['checkouts', 'checkout', {}, checkouts],
      ...(isAsked && name === 'memory'
        ? ([['USSD payments of one phone', 'ussdPayment', { payer }, ussd]] as const)
        : []),
    ] as const
    const cases = ofEach.flatMap(([what, kind, asksFor, rows]) =>
      rowsOn(name, rows).map((row) => [what, row, kind, asksFor] as const),
    )
    it.each(cases)('of %s: %j', async (_what, [notices, asked, notAsked = asked], kind, asksFor) => {
      const { come, inShort } = await shopOf(make, kind, isAsked, asksFor)
      await come(notices)
      expect(inShort()).toEqual(isAsked ? asked : notAsked)
    })
  })

  describe.each([
    ['USSD payments', 'ussdPayment'],
    ['checkouts', 'checkout'],
  ] as const)('where the service is not asked, and %s were told with a doubt or went back in parts', (_what, kind) => {
    it.each(rowsOn(name, doubted))('%j', async (notices, told) => {
      const { come, inShort } = await shopOf(make, kind, false)
      await come(notices)
      expect(inShort()).toEqual(told)
    })
  })
})
