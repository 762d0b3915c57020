import { limits } from '../../catalogue/limits.ts'
import type { ClientSettings } from '../client-settings.ts'
import { RequestFields } from '../request-fields.ts'
import type { CheckoutRequest } from './invoice.ts'

/** A checkout invoice request in the service's own names (reference 2.1, 6). */
export interface InvoiceBody {
  readonly totalAmount: number | string
  readonly description: string
  readonly callbackUrl: string
  readonly returnUrl: string
  readonly cancellationUrl: string
  readonly merchantAccountNumber: string
  readonly clientReference: string
  readonly PayeeName: string | undefined
  readonly PayeeMobileNumber: string | undefined
  readonly PayeeEmail: string | undefined
  readonly PrimaryCallbackUrl: string | undefined
  readonly SecondaryCallbackUrl: string | undefined
}

/** Checks an invoice and writes it as the service reads it. @throws ClientFieldError */
export function writeInvoice(given: CheckoutRequest, settings: ClientSettings): InvoiceBody {
  const request = fields.names(given, names)
  const amount = fields.amount('totalAmount', request.totalAmount)
  const addressOrNone = (field: string, value: unknown) =>
    value === undefined ? undefined : fields.address(field, value)
  return {
    totalAmount: settings.amounts === 'string' ? amount.toFixed(2) : amount,
    description: fields.text('description', request.description),
    callbackUrl: fields.address('callbackUrl', request.callbackUrl),
    returnUrl: fields.address('returnUrl', request.returnUrl),
    cancellationUrl: fields.address('cancellationUrl', request.cancellationUrl),
    // Reference 5.3; one form of 4.1 has it in its sample only.
    merchantAccountNumber: fields.text(
      'merchantAccountNumber',
      request.merchantAccountNumber ?? settings.merchantAccountNumber,
    ),
    clientReference: fields.text('clientReference', request.clientReference, limits.clientReference.max),
    PayeeName: fields.optionalText('payeeName', request.payeeName),
    PayeeMobileNumber: fields.optionalText('payeeMobileNumber', request.payeeMobileNumber),
    PayeeEmail: fields.optionalText('payeeEmail', request.payeeEmail),
    PrimaryCallbackUrl: addressOrNone('primaryCallbackUrl', request.primaryCallbackUrl),
    SecondaryCallbackUrl: addressOrNone('secondaryCallbackUrl', request.secondaryCallbackUrl),
  }
}

const fields = new RequestFields('checkout.create')

const names = Object.keys({
  clientReference: true,
  totalAmount: true,
  description: true,
  callbackUrl: true,
  returnUrl: true,
  cancellationUrl: true,
  merchantAccountNumber: true,
  payeeName: true,
  payeeMobileNumber: true,
  payeeEmail: true,
  primaryCallbackUrl: true,
  secondaryCallbackUrl: true,
} satisfies Record<keyof CheckoutRequest, true>)
