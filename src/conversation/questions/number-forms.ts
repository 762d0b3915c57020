/**
 * A number with decimals as people write it, as JavaScript reads it: without groups, with a point. `ambiguous` where
 * its one mark could part thousands or decimals (`1,500`), undefined where it is no number.
 *
 * @example
 * ```ts
 * plainNumber('1.234,50') // '1234.50'
 * plainNumber('1,500') // 'ambiguous'
 * plainNumber('0,500') // '0.500': no thousands begin with 0
 * ```
 */
export function plainNumber(entry: string): string | 'ambiguous' | undefined {
  if (pointed.test(entry)) return entry
  if (ambiguous.test(entry)) return 'ambiguous'
  for (const { form, grouping, mark } of forms) {
    if (form.test(entry)) return entry.replaceAll(grouping, '').replace(mark, '.')
  }
  return undefined
}

/** The commonest: a whole number, or a point before the decimals. */
const pointed = /^[+-]?(?:\d+|\d*\.\d+)$/

const ambiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** No mark twice as both: whatever parts the thousands does not begin the decimals. */
const forms: readonly { readonly form: RegExp; readonly grouping: string; readonly mark: string }[] = [
  { form: /^[+-]?\d*,\d+$/, grouping: ' ', mark: ',' },
  { form: /^[+-]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/, grouping: ' ', mark: ',' },
  { form: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+|,\d{3})$/, grouping: ',', mark: '.' },
  { form: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+|\.\d{3})$/, grouping: '.', mark: ',' },
]
