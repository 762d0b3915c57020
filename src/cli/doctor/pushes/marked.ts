import { randomInt, randomUUID } from 'node:crypto'
import { doctorMark } from '../../../inbox/doctor.ts'
import type { Kind } from '../../../pushes/kinds.ts'
import { Random } from '../../../simulator/random.ts'
import { type Casing, inCasing, type WireFields } from '../../../simulator/wire/names.ts'
import { type FieldChanges, sampleOf, withFields } from '../../../simulator/wire/samples.ts'
import { encode, type Written } from '../../../simulator/wire/sealed.ts'

/**
 * A push that does no harm: a subscriber who dials, or news of something that nobody ordered. Payments have failed, and
 * are of nothing.
 */
export function markedPush(kind: Kind, dialled: string): WireFields {
  // 28 characters: a reference has 32 at most.
  const id = `${doctorMark}${randomUUID().replaceAll('-', '').slice(0, 21)}`
  return withFields(sampleOf(kind, new Random(randomInt(2 ** 31)), Date.now()), changes(id, dialled)[kind])
}

/** Written out as the service would write it. */
export function writtenPush(kind: Kind, fields: WireFields, casing: Casing = 'pascal'): Written {
  const named = casing === 'pascal' ? fields : inCasing(fields, casing, new Random(1))
  return encode(named, kind === 'inboundMessage' ? 'query' : 'json')
}

function changes(id: string, dialled: string): Readonly<Record<Kind, FieldChanges>> {
  const session = { SessionId: id, Message: dialled, ServiceCode: dialled.replaceAll(/[*#]/g, '') }
  const nothing = { Amount: 0, Charges: 0, AmountAfterCharges: 0, AmountCharged: 0 }
  return {
    ussd: session,
    programmable: session,
    checkout: {
      ResponseCode: '2001',
      Status: 'Failed',
      Data: {
        ClientReference: id,
        CheckoutId: id,
        SalesInvoiceId: id,
        Status: 'Failed',
        Amount: 0,
        Description: 'A test',
      },
    },
    fulfilment: {
      SessionId: id,
      OrderId: id,
      OrderInfo: {
        Status: 'Unpaid',
        Subtotal: 0,
        Payment: { AmountPaid: 0, AmountAfterCharges: 0, IsSuccessful: false, PaymentDescription: 'A test' },
      },
    },
    ussdPayment: {
      ResponseCode: '2001',
      Message: 'Failed',
      Data: { ...nothing, Description: 'A test', ClientReference: id, TransactionId: id, OrderId: id },
    },
    deliveryReport: { MessageId: id, ClientReference: id },
    inboundMessage: { fulltext: 'DOCTOR a test', keyword: 'DOCTOR', text: 'a test', campaign: id },
  }
}
