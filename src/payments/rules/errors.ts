import { createError } from '@fastify/error'

/** An address that cannot be made as it was asked for. Arguments: what of it, what is wrong and what to do. */
export const FMW_CALLBACK_URL = createError<[what: string, problem: string]>(
  'FMW_CALLBACK_URL',
  'callbackUrl: %s %s',
  500,
  TypeError,
)

/** The service says nothing final of a payment, however often it was asked. Arguments: whose payment, what it says. */
export const FMW_PAYMENT_GIVEN_UP = createError<[payment: string, why: string]>(
  'FMW_PAYMENT_GIVEN_UP',
  'The payment %s was given up: the service gave no final status for it: %s',
  500,
)

/** No notice came of a USSD payment that a session asked for. Arguments: whose payment, how long it was waited for. */
export const FMW_PAYMENT_UNHEARD = createError<[payment: string, ms: number]>(
  'FMW_PAYMENT_UNHEARD',
  'No notice of %s came within %d ms. The payer may not have paid, or its notice is lost: ' +
    "look it up in the service's dashboard, by time, phone and description.",
  500,
)

/** A reference stands for one payment. Arguments: which, why it cannot be taken. */
export const FMW_CHECKOUT_USED = createError<[clientReference: string, why: string]>(
  'FMW_CHECKOUT_USED',
  'The clientReference %s was used before, and %s. Look at your order first: it may be paid. Only when its try has ' +
    'failed take another reference for the next, with the next number at its end',
  409,
)
