import { foldName } from '../../text/fold-name.ts'
import { findNames } from '../reading/field-reader.ts'
import { type Fields, isRecord, unmarkedName } from '../reading/json.ts'
import { places } from './contradictions.ts'
import { currencyIn, tellsCurrency } from './currency-name.ts'

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

/**
 * The currency that a payment's own fields name: all that copies of its notice are compared by. Another place that names it
 * in one copy alone makes no other payment of that.
 */
export function ownCurrency(raw: unknown): string | null {
  const [data] = isRecord(raw) ? findOwn(raw).values : []
  const own: unknown = Array.isArray(data) ? data[0] : (data ?? raw)
  const [, currency, code] = isRecord(own) ? findOwn(own).values : []
  return currencyIn(currency) ?? currencyIn(code)
}

const findOwn = findNames(['Data', 'Currency', 'CurrencyCode'])
