import { timeOfDay } from '../shared/format.ts'
import type { LedgerRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'

/** By what people know it: its own reference, else what it's for. Sessions give theirs as a reference, which nobody knows. */
export function headOf({ bill, reference, source, description, mobile, askedAt }: LedgerRow) {
  const name = source === 'checkout' || description === '' ? (reference ?? description) : description
  const isSaid = name !== '' && name !== null
  return {
    name: isSaid ? name : (bill ?? ''),
    about: [
      source === null ? null : (texts.kinds[source] ?? source),
      mobile,
      askedAt === null ? null : timeOfDay(askedAt),
      source === 'checkout' ? description : null,
    ].filter((part) => part !== null && part !== ''),
  }
}
