import { expect } from 'vitest'
import {
  type Attempt,
  type MerchantWebhooksOptions,
  memoryStore,
  type PaymentEvent,
  type Store,
} from '../../src/index.ts'
import { appWith, post } from '../http/app.ts'
import { eventually } from '../inbox/deliveries/workshop.ts'
import { keepingStores } from './shop.ts'

const publicUrl = 'https://shop.example'

/** Stores of each sort, each new. */
export const unaskedStores: readonly (readonly [name: string, make: () => Promise<Store>])[] = [
  ['memory', async () => memoryStore()],
  ...keepingStores,
]

/** A shop that signs addresses and asks nobody, and what its handler was told. */
export async function unaskedShop(store: Store, options: MerchantWebhooksOptions = {}) {
  const told: UnaskedTold[] = []
  const app = await appWith({
    publicUrl,
    secret: 'a secret of this test',
    payment: (event: PaymentEvent, { entryId: id, conflictsWith }: Attempt) =>
      void told.push({ event, id, conflictsWith }),
    ...options,
    store,
  })
  await app.ready()
  const { inbox } = app.merchant
  return {
    app,
    told,
    addressOf: (request: Parameters<typeof app.merchant.callbackUrl>[0]) =>
      app.merchant.callbackUrl(request).slice(publicUrl.length),
    /** Pushes bodies one after the other, each when nothing is left to do about those before it. */
    async push(url: string, ...bodies: readonly object[]) {
      for (const body of bodies) {
        expect((await post(app, url, body)).statusCode).toBe(200)
        await eventually(async () => {
          const { waiting, running } = await inbox.count({ kinds: ['checkout', 'ussdPayment', 'fulfilment'] })
          return waiting + running === 0
        })
      }
    },
    inShort: () =>
      told.map(({ event, conflictsWith }) => [event.outcome, event.evidence, event.needsReview, conflictsWith]),
  }
}

/** One call of the handler. */
interface UnaskedTold {
  readonly event: PaymentEvent
  readonly id: string
  readonly conflictsWith: string | null
}

/** A USSD payment notice over 50.00, with some fields of its `Data` otherwise. */
export function notice(fields: Readonly<Record<string, unknown>> = {}) {
  const Data = { Amount: 50, TransactionId: 't-1', ClientReference: 'of-the-service', ...fields }
  return { ResponseCode: '0000', Message: 'success', Data }
}

/** A fulfilment notice over 50.00, with another status or amount. */
export function cart({ Status = 'Paid', Amount = 50 }: CartFields = {}) {
  const Payment = { AmountPaid: Amount, AmountAfterCharges: Amount, IsSuccessful: true }
  return { SessionId: 's-1', OrderId: 'o-1', OrderInfo: { Status, Payment } }
}

interface CartFields {
  readonly Status?: string
  readonly Amount?: number | undefined
}
