import type { CheckoutRequest } from '../../src/client/index.ts'

/** An invoice with nothing that it need not have. */
export const invoice: CheckoutRequest = {
  clientReference: 'order-17',
  totalAmount: 50,
  description: 'Two bags of rice',
  callbackUrl: 'https://shop.example/push/checkout/a-secret-of-the-path',
  returnUrl: 'https://shop.example/thanks',
  cancellationUrl: 'https://shop.example/cart',
}

/** The answer to it (reference 2.2). */
export const created = {
  responseCode: '0000',
  status: 'Success',
  data: {
    checkoutUrl: 'https://pay.example/abc',
    checkoutId: '00000000000000000000000000000001',
    clientReference: 'order-17',
    message: '',
    checkoutDirectUrl: 'https://pay.example/abc/direct',
  },
}
