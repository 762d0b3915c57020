import Fastify from 'fastify'
import merchantWebhooks, { type PaymentEvent, type Store } from '../../../src/index.ts'
import { phone, replay } from '../../../src/testing/index.ts'

/** What the guide looks at: an application that took payments, of which one could not be settled. */
export async function aDayAtTheShop(store: Store): Promise<void> {
  const app = Fastify()
  const settle = ({ clientReference }: PaymentEvent) => {
    if (clientReference === 'order-1041') throw new Error('the ledger is closed')
  }
  await app.register(merchantWebhooks, {
    verify: 'none',
    store,
    country: 'GH',
    payment: { handler: settle, retry: { attempts: 2, minDelay: 1 } },
    deliveryReport: () => undefined,
    ussd: {
      budget: 1_000,
      handler: async (push, turn) => {
        if (push.type === 'initiation') return turn.menu('Welcome', ['Balance', 'Leave'])
        if (push.message === '1') return turn.prompt('Your PIN?', { maskNext: true })
        await new Promise((resolve) => setTimeout(resolve, 1_100))
        return turn.end('Your balance is 12.00')
      },
    },
  })
  await paid(app, 'order-1040', '9c1f4e2a7b3d5860', 12.5)
  await paid(app, 'order-1041', '0d8a7b34a70a9069', 5)
  await paid(app, 'order-1042', '5cb2ee7a71beef57', 20)
  await paid(app, 'order-1042', '5cb2ee7a71beef57', 2)
  await replay(app, { kind: 'deliveryReport', request: { method: 'POST', body: { MessageId: 'a1b2c3', Status: {} } } })
  const caller = phone(app, { mobile: '+233000000000' })
  await caller.dial('*713#').reply('1').reply('4417')
  await untilSettled(app)
  await app.close()
}

type App = Parameters<typeof replay>[0] & {
  readonly merchant: { readonly inbox: import('../../../src/index.ts').Inbox }
}

async function paid(app: App, reference: string, checkoutId: string, amount: number): Promise<void> {
  const body = {
    ResponseCode: '0000',
    Status: 'Success',
    Data: {
      CheckoutId: checkoutId,
      ClientReference: reference,
      Status: 'Success',
      Amount: amount,
      CustomerPhoneNumber: '+233000000042',
      Description: 'Two teas for Ama',
    },
  }
  await replay(app, { kind: 'checkout', request: { method: 'POST', body } })
}

async function untilSettled({ merchant }: App): Promise<void> {
  for (let look = 0; look < 1_000; look++) {
    const { waiting, running } = await merchant.inbox.count()
    if (waiting + running === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The shop does not come to an end')
}
