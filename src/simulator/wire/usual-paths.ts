import type { Kind } from '../../pushes/kinds.ts'

/** Where kinds are received unless an application says otherwise. */
export const usualPaths: Readonly<Record<Kind, string>> = {
  ussd: '/ussd',
  programmable: '/programmable',
  checkout: '/checkout',
  fulfilment: '/fulfilment',
  ussdPayment: '/ussd-payment',
  deliveryReport: '/delivery-report',
  inboundMessage: '/inbound-message',
}

/** Where a kind is received behind an address, or at one with `{kind}` in it. */
export function usualUrl({ pathname, search }: URL, kind: Kind): string {
  const path = usualPaths[kind]
  // As it is written, and as a URL writes it.
  const filled = (pathname + search).replaceAll(/\{kind\}|%7Bkind%7D/gi, path.slice(1))
  return filled === pathname + search ? pathname.replace(/\/$/, '') + path + search : filled
}
