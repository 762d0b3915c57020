import { timeOfDay } from '../shared/format.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'

/** By what people know it: its own reference, else what it's for. Sessions give theirs as a reference, which nobody knows. */
export function headOf({ bill, reference, source, description, mobile, askedAt }: LedgerRow) {
  const { what, key } = source === 'checkout' ? { what: description, key: null } : inParts(description)
  const name = source === 'checkout' || description === '' ? (reference ?? description) : what
  const isSaid = name !== '' && name !== null
  return {
    name: isSaid ? name : (bill ?? ''),
    about: [
      source === null ? null : (texts.kinds[source] ?? source),
      mobile,
      askedAt === null ? null : timeOfDay(askedAt),
      source === 'checkout' ? description : key,
    ].filter((part) => part !== null && part !== ''),
  }
}

/** What it's for, and the key that `talk.pay` writes behind it: nobody knows a payment by that. */
function inParts(description: string): { readonly what: string; readonly key: string | null } {
  const [, what = description, key = null] = /^(.+), ([0-9a-f]{32})$/s.exec(description) ?? []
  return { what, key }
}
