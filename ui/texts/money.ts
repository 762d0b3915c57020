/** What a payment is called, and an invoice in a shop. */
export const money = {
  ledger: { differs: 'differs', review: 'right, to review', nothing: 'not paid', stranger: 'nobody asked' },
  checkout: {
    label: 'Pay an invoice',
    shop: 'A shop on the web',
    inTab: 'In a tab',
    frame: 'Checkout page',
    pay: 'Pay',
    description: 'Rice 5 kg',
    noHandler: 'Your app has no address for checkout callbacks. Give the plugin a payment handler.',
    open: 'The page above is the service’s own, in a frame of the shop. Your app gets the callback.',
    tried: 'It didn’t ask for this payment, so it goes to review.',
    ended: (state: string, url: string) => `It is ${state}. The browser goes back to ${url}.`,
  },
}
