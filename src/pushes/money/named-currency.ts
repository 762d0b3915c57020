import { type Fields, isRecord } from '../reading/json.ts'
import { currencyIn } from './amount.ts'
import { readName } from './contradictions.ts'

/**
 * The currency that a push, a record or what stands around one names for its payment, under whatever name. It is looked for
 * where contradictions are, so that two which differ make no payment. Null where none is named.
 *
 * @param besides names, folded, of what is not looked into
 */
export function namedCurrency(fields: Fields, besides: readonly string[] = []): string | null {
  const open: unknown[] = [fields]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item)
    if (!isRecord(value)) continue
    for (const name in value) {
      const { folded, isCurrency, isPlace } = readName(name)
      const currency = isCurrency ? currencyIn(value[name]) : null
      if (currency !== null) return currency
      if (isPlace && !besides.includes(folded)) open.push(value[name])
    }
  }
  return null
}
