import { merchantsOwn, places } from '../../pushes/money/contradictions.ts'
import { currencyIn, tellsCurrency } from '../../pushes/money/currency-name.ts'
import { type Fields, isRecord, unmarkedName } from '../../pushes/reading/json.ts'
import { foldName } from '../../text/fold-name.ts'

/**
 * The currency that a record has under another name than `CurrencyCode`: `Currency`, or one that ends so. It is looked for
 * where contradictions are, so that two which differ make no payment. Null where it has none.
 */
export function otherCurrencyOf(record: Fields): string | null {
  const open: Place[] = [{ value: record, isPayment: true }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, isPayment } = place
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, isPayment })
    if (!isRecord(value)) continue
    for (const name in value) {
      const folded = foldName(unmarkedName(name))
      if (merchantsOwn.includes(folded)) continue
      const isOfPayment = isPayment || !plainNames.includes(folded)
      const currency = isOfPayment && tellsCurrency(folded) ? currencyIn(value[name]) : null
      if (currency !== null) return currency
      open.push({ value: value[name], isPayment: isPayment && places.includes(folded) })
    }
  }
  return null
}

interface Place {
  readonly value: unknown
  /** Whether it describes the payment: elsewhere these names may be of anything. */
  readonly isPayment: boolean
}

const plainNames: readonly string[] = ['currency', 'currencycode']
