/** What parts the thousands of a number, and what begins its decimals. */
export interface NumberMarks {
  readonly group: string
  readonly decimal: string
}

/**
 * The marks of a locale; undefined without one.
 *
 * @example
 * ```ts
 * marksOf('de') // { group: '.', decimal: ',' }
 * ```
 */
export function marksOf(locale: string | undefined): NumberMarks | undefined {
  if (locale === undefined) return undefined
  const known = localMarks.get(locale)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(sample)
  const markOf = (wanted: string) =>
    parts
      .filter(({ type }) => type === wanted)
      .map(({ value }) => value.replace(space, ' '))
      .join('')
  const marks = { group: markOf('group'), decimal: markOf('decimal') }
  localMarks.set(locale, marks)
  return marks
}

/** Whether something names a locale. */
export function isLocale(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

/**
 * A number with decimals as people write it, as JavaScript reads it: without groups, with a point. `1,500` and `1.500` are
 * what their locale says. A comma without a locale, and a point where a comma begins decimals and something else than a point
 * parts thousands (`fr`), part thousands before three digits where so many decimals are not taken; else that is `ambiguous`.
 * Undefined where it is no number.
 *
 * @param decimals the most that are taken
 * @example
 * ```ts
 * plainNumber('1.234,50', 2, undefined) // '1234.50'
 * plainNumber('1,500', 3, undefined) // 'ambiguous'
 * plainNumber('1.500', 2, marksOf('de')) // '1500'
 * plainNumber('1.500', 3, marksOf('fr')) // 'ambiguous'
 * plainNumber('0,500', 2, undefined) // '0.500': no thousands begin with 0
 * ```
 */
export function plainNumber(
  entry: string,
  decimals: number,
  marks: NumberMarks | undefined,
): string | 'ambiguous' | undefined {
  if (arabicMark.test(entry)) {
    const [, whole, , decimal] = arabic.exec(entry) ?? []
    return whole === undefined
      ? undefined
      : `${whole.replaceAll(groups, '')}${decimal === undefined ? '' : `.${decimal}`}`
  }
  if (thousand.test(entry)) {
    const mark = entry.charAt(entry.length - threeDigits - 1)
    if (mark === marks?.group) return entry.replace(mark, '')
    if (mayGroup(mark, marks)) return decimals < threeDigits ? entry.replace(mark, '') : 'ambiguous'
    return entry.replace(mark, '.')
  }
  if (pointed.test(entry)) return entry
  for (const { form, grouping, mark } of forms) {
    if (form.test(entry)) return entry.replaceAll(grouping, '').replace(mark, '.')
  }
  return undefined
}

/** Whether people part thousands with a mark that nothing says it of: it does not begin decimals where they write. */
export function mayGroup(mark: string, marks: NumberMarks | undefined): boolean {
  return marks === undefined ? mark === ',' : mark === '.' && marks.decimal === ','
}

/** The commonest: a whole number, or a point before the decimals. */
const pointed = /^[+-]?(?:\d+|\d*\.\d+)$/

/** It parts thousands alone, in every locale: `1\u066c500` is 1500. */
export const arabicGroup = '\u066c'
/** And this one begins decimals alone. */
const arabicMark = /[\u066b\u066c]/
const arabic = /^([+-]?(?:\d*|[1-9]\d{0,2}([\u066c., ])\d{3}(?:\2\d{3})*))(?:[\u066b.,](\d+))?$/
const groups = /[\u066c., ]/g

/** One mark that could part thousands or decimals. */
const thousand = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/
const threeDigits = 3

/** No mark twice as both: whatever parts the thousands does not begin the decimals. */
const forms: readonly { readonly form: RegExp; readonly grouping: string; readonly mark: string }[] = [
  { form: /^[+-]?\d*,\d+$/, grouping: ' ', mark: ',' },
  { form: /^[+-]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/, grouping: ' ', mark: ',' },
  { form: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+|,\d{3})$/, grouping: ',', mark: '.' },
  { form: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+|\.\d{3})$/, grouping: '.', mark: ',' },
]

const sample = 12_345.6
const space = /\s/
const localMarks = new Map<string, NumberMarks>()
