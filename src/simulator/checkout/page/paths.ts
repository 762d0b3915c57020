/** Where the page of an invoice is. */
export function pagePathOf(billId: string): string {
  return `/pay/${billId}`
}

/** Where the pages have their style. */
export const stylePath = '/pay/style.css'
