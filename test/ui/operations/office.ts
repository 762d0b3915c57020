import type { Page } from 'playwright-core'
import { samples } from '../../http/samples.ts'
import { type Office, officeOf } from '../../operations/page/office.ts'
import { useBrowser } from '../browser.ts'

/** What is hostile in a text: markup, codes of terminals, directions, and what has no width. */
export const hostile =
  '<img src=x onerror="document.title=1"><script>document.title=2</script>\u001b[31m\u202e\u200bevil'

/** One browser for the tests of a file, which opens operators' pages. */
export function useOffice() {
  const open = useBrowser((page: Page) => page.getByText('You are Ama').waitFor())
  return (office: Office, hash?: string, options?: Parameters<typeof open>[2]) =>
    open({ pageUrl: `${office.origin}/operations/` }, hash, options)
}

/** A shop with something in every list. Its handler fails until it's told to work. */
export async function usedOffice(
  options: Parameters<typeof officeOf>[0] = undefined,
): Promise<Office & { readonly mend: () => void }> {
  let isClosed = true
  const office = await officeOf(options, {
    ussd: (_push, turn) => turn.prompt('Welcome'),
    payment: ({ clientReference }) => {
      if (isClosed && clientReference?.startsWith('broken') === true)
        throw new Error(`The ledger is closed: ${hostile}`)
    },
  })
  await office.push({}, { CheckoutId: 'c-1', ClientReference: 'good-1', CustomerPhoneNumber: '+233000000042' })
  await office.settled()
  await office.push({}, { CheckoutId: 'c-1', ClientReference: 'good-1', Amount: 7 })
  await office.push({ ResponseCode: '0005' }, { CheckoutId: 'c-2', ClientReference: `odd ${hostile}` })
  for (const number of [1, 2, 3]) {
    await office.push({}, { CheckoutId: `c-3${number}`, ClientReference: `broken-${number}`, Description: hostile })
  }
  await fetch(`${office.origin}/checkout`, {
    method: 'POST',
    body: JSON.stringify({ ...samples.checkout, Data: hostile }),
    headers: { 'content-type': 'application/json' },
  })
  await office.settled()
  return { ...office, mend: () => (isClosed = false) }
}
