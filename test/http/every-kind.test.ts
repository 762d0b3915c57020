import { describe, expect, it } from 'vitest'
import type { MerchantWebhooksOptions, PushEvent } from '../../src/index.ts'
import { appWith, post } from './app.ts'
import { paths, samples } from './samples.ts'

const receivedAt = new Date(Date.UTC(2026, 2, 1, 10, 21))
const clock = { now: () => receivedAt.getTime(), monotonic: () => 0, after: () => () => undefined }

/** Receives one push and gives what the handler saw. */
async function receive(options: (seen: PushEvent[]) => MerchantWebhooksOptions, url: string, body: object) {
  const seen: PushEvent[] = []
  const app = await appWith({ clock, ...options(seen) })
  const { statusCode, headers, body: reply } = await post(app, url, body)
  return { seen, statusCode, type: headers['content-type'], reply: JSON.parse(reply) }
}

const json = 'application/json; charset=utf-8'

describe('end to end', () => {
  it('a USSD push becomes an event, and its reply the screen', async () => {
    const received = await receive(
      (seen) => ({
        ussd: (push, turn) => {
          seen.push(push)
          return turn.prompt('Welcome\r\n1. Tea', { clientState: 'start' })
        },
      }),
      paths.ussd,
      samples.ussd,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'ussd',
          receivedAt,
          raw: samples.ussd,
          sessionId: 'b1946ac9-2492-d234-7c6f-2354d1e0a7ab',
          type: 'initiation',
          message: '*713*5#',
          answers: ['5'],
          mobile: '+233000000000',
          mobileInternational: '+233000000000',
          serviceCode: '713',
          operator: 'first',
          sequence: 1,
          clientState: null,
        },
      ],
      statusCode: 200,
      type: json,
      reply: { Type: 'Response', Message: 'Welcome\n1. Tea', ClientState: 'start' },
    })
  })

  it('a USSD reply can ask for a payment', async () => {
    const { reply } = await receive(
      () => ({
        publicUrl: 'https://shop.example',
        ussd: (_push, turn) => turn.pay('Approve the prompt', { amount: 5, description: 'Tea' }),
        ussdPayment: () => undefined,
      }),
      paths.ussd,
      samples.ussd,
    )
    expect(reply).toEqual({
      Type: 'Release',
      Message: 'Approve the prompt',
      Description: 'Tea',
      Amount: 5,
      CallbackUrl: 'https://shop.example/ussd-payment',
    })
  })

  it('a push of a programmable service becomes an event, and its reply the prompt', async () => {
    const received = await receive(
      (seen) => ({
        programmable: (push, turn) => {
          seen.push(push)
          return turn.menu('Welcome', ['Tea', { label: 'Oil', value: 'oil', amount: 3 }], { label: 'Shop' })
        },
      }),
      paths.programmable,
      samples.programmable,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'programmable',
          receivedAt,
          raw: samples.programmable,
          sessionId: '59bcc3ad',
          type: 'initiation',
          message: '',
          answers: [],
          mobile: 'opaque-user',
          mobileInternational: null,
          serviceCode: 'd7f3',
          operator: 'webstore',
          sequence: null,
          clientState: 'basket',
        },
      ],
      statusCode: 200,
      type: json,
      reply: {
        SessionId: '59bcc3ad',
        Type: 'Response',
        Message: 'Welcome\n1. Tea\n2. Oil',
        Mask: 'false',
        MaskNextRoute: 'false',
        Item: null,
        ServiceCode: null,
        Label: 'Shop',
        DataType: 'menu',
        Data: [
          { Display: 'Tea', Value: '1' },
          { Display: 'Oil', Value: 'oil', Amount: 3 },
        ],
        FieldType: 'text',
      },
    })
  })

  it('AddToCart is a request too, and a reply can send items to the checkout', async () => {
    const { seen, reply } = await receive(
      (all) => ({
        programmable: (push, turn) => {
          all.push(push)
          return turn.pay('Confirm', { name: 'Ticket', quantity: 2, price: 12.5 })
        },
      }),
      paths.programmable,
      { ...samples.programmable, Type: 'AddToCart' },
    )
    expect(seen).toMatchObject([{ type: 'addToCart' }])
    expect(reply).toMatchObject({
      SessionId: '59bcc3ad',
      Type: 'AddToCart',
      Item: { itemName: 'Ticket', qty: 2, price: 12.5 },
    })
  })

  it('a checkout callback becomes a payment that is paid', async () => {
    const received = await receive(
      (seen) => ({ checkout: (event) => seen.push(event) }),
      paths.checkout,
      samples.checkout,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'checkout',
          receivedAt,
          raw: samples.checkout,
          source: 'checkout',
          outcome: 'paid',
          why: expect.any(String),
          evidence: 'callback',
          needsReview: [],
          confirmation: null,
          signed: null,
          reference: 'order-17',
          clientReference: 'order-17',
          amount: 50.5,
          amountMinor: 5050,
          paymentId: '00000000000000000000000000000007',
          customerPhone: '+233000000000',
          customerPhoneInternational: '+233000000000',
          responseCode: '0000',
          envelopeStatus: 'Success',
          status: 'Success',
          checkoutId: '00000000000000000000000000000007',
          salesInvoiceId: '0a1b',
          transactionId: null,
          externalTransactionId: null,
          currency: null,
          description: 'The payment came',
          timestamp: null,
          paymentDetails: {
            mobileMoneyNumber: '+233000000000',
            paymentType: 'MobileMoney',
            channel: null,
            cardNumber: null,
            cardType: null,
          },
        },
      ],
      statusCode: 200,
      type: json,
      reply: { status: 'received' },
    })
  })

  it('a fulfilment notice becomes a payment of what was bought, without the fee', async () => {
    const received = await receive(
      (seen) => ({ fulfilment: (event) => seen.push(event) }),
      paths.fulfilment,
      samples.fulfilment,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'fulfilment',
          receivedAt,
          raw: samples.fulfilment,
          source: 'fulfilment',
          outcome: 'paid',
          why: expect.any(String),
          evidence: 'callback',
          needsReview: [],
          confirmation: null,
          signed: null,
          reference: null,
          clientReference: null,
          amount: 12,
          amountMinor: 1200,
          paymentId: 'f00d',
          customerPhone: '+233000000000',
          customerPhoneInternational: '+233000000000',
          orderId: 'f00d',
          sessionId: '59bcc3ad',
          extraData: {},
          order: {
            customerMobileNumber: '+233000000000',
            customerEmail: null,
            customerName: null,
            status: 'Paid',
            orderDate: null,
            currency: 'GHS',
            branchName: null,
            isRecurring: null,
            recurringInvoiceId: null,
            subtotal: 12.61,
            items: [{ itemId: '1', name: 'Ticket', quantity: 2, unitPrice: 6 }],
          },
          payment: {
            paymentType: 'MobileMoney',
            amountPaid: 12.61,
            amountAfterCharges: 12,
            paymentDate: null,
            paymentDescription: null,
            isSuccessful: true,
          },
        },
      ],
      statusCode: 200,
      type: json,
      reply: { status: 'received' },
    })
  })

  it('a notice of a USSD payment becomes a payment that failed', async () => {
    const received = await receive(
      (seen) => ({ ussdPayment: (event) => seen.push(event) }),
      paths.ussdPayment,
      samples.ussdPayment,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'ussdPayment',
          receivedAt,
          raw: samples.ussdPayment,
          source: 'ussdPayment',
          outcome: 'failed',
          why: expect.any(String),
          evidence: 'callback',
          needsReview: [],
          confirmation: null,
          signed: null,
          reference: null,
          clientReference: 'tea-1',
          amount: 0,
          amountMinor: 0,
          paymentId: 'tx-9',
          customerPhone: null,
          customerPhoneInternational: null,
          responseCode: '2001',
          message: 'failed',
          status: null,
          transactionId: 'tx-9',
          externalTransactionId: null,
          currency: null,
          orderId: null,
          charges: null,
          amountAfterCharges: null,
          amountCharged: null,
          description: 'No funds',
          paymentDate: null,
        },
      ],
      statusCode: 200,
      type: json,
      reply: { status: 'received' },
    })
  })

  it('a delivery report becomes the status of a message', async () => {
    const received = await receive(
      (seen) => ({ deliveryReport: (event) => seen.push(event) }),
      paths.deliveryReport,
      samples.deliveryReport,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'deliveryReport',
          receivedAt,
          raw: samples.deliveryReport,
          from: 'Shop',
          to: '+233000000000',
          toInternational: '+233000000000',
          messageId: '59bcc3ad6775562f845cf01624225371',
          clientReference: 'note-3',
          status: 'Delivered',
          isFinal: true,
        },
      ],
      statusCode: 200,
      type: json,
      reply: { status: 'received' },
    })
  })

  it('an inbound message becomes its words', async () => {
    const received = await receive(
      (seen) => ({ inboundMessage: (event) => seen.push(event) }),
      paths.inboundMessage,
      samples.inboundMessage,
    )
    expect(received).toEqual({
      seen: [
        {
          kind: 'inboundMessage',
          receivedAt,
          raw: samples.inboundMessage,
          from: '+233000000000',
          fromInternational: '+233000000000',
          to: '1900',
          fulltext: 'JOIN tea',
          keyword: 'JOIN',
          text: 'tea',
          account: 'a-1',
          campaign: 'c-1',
          date: new Date(Date.UTC(2026, 2, 1, 10, 20)),
          network: '62001',
        },
      ],
      statusCode: 200,
      type: json,
      reply: { status: 'received' },
    })
  })
})
