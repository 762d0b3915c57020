import { places } from '../../pushes/money/contradictions.ts'
import { currencyIn, tellsCurrency } from '../../pushes/money/currency-name.ts'
import { type Fields, isRecord, unmarkedName } from '../../pushes/reading/json.ts'
import { foldName } from '../../text/fold-name.ts'

/**
 * The currency that a record has in another place than its `CurrencyCode`, or under another name. It is looked for where
 * contradictions are, so that two which differ make no payment. Null where it has none.
 */
export function otherCurrencyOf(record: Fields): string | null {
  const open: unknown[] = [record]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item)
    if (!isRecord(value)) continue
    for (const name in value) {
      const folded = foldName(unmarkedName(name))
      const currency = tellsCurrency(folded) ? currencyIn(value[name]) : null
      if (currency !== null) return currency
      if (places.includes(folded)) open.push(value[name])
    }
  }
  return null
}
