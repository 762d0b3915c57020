import { foldName } from '../../text/fold-name.ts'
import { type Fields, isRecord, unmarkedName } from '../reading/json.ts'
import { currencyIn, tellsCurrency } from './amount.ts'
import { places } from './contradictions.ts'

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
      const folded = foldName(unmarkedName(name))
      const currency = tellsCurrency(folded) ? currencyIn(value[name]) : null
      if (currency !== null) return currency
      if (places.includes(folded) && !besides.includes(folded)) open.push(value[name])
    }
  }
  return null
}
