import { digest } from './identifiers.ts'
import { isRecord } from './json.ts'

/**
 * A short fingerprint of what a push says, however it is spelled: its names in any case and order, `"10.00"` or 10, its words
 * in any case. Identifiers stay as they are.
 */
export function digestOfWording(raw: unknown): string {
  return digest(inOneWording(raw))
}

/** As text, which each level copies once: pushes nest a few levels deep. */
function inOneWording(value: unknown, isIdentifier = false): string {
  if (Array.isArray(value)) return `[${value.map((one) => inOneWording(one, isIdentifier)).join()}]`
  if (!isRecord(value)) {
    const text = value === null ? null : String(value).trim()
    return JSON.stringify(text === null || isIdentifier ? text : inOneForm(text))
  }
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name.toLowerCase())}:${inOneWording(one, identifier.test(name))}`,
  )
  return `{${fields.toSorted().join()}}`
}

function inOneForm(text: string): string {
  if (words.test(text)) return text.toLowerCase()
  return decimal.test(text) ? withoutLastZeros(text) : text
}

/** By the end of its name, as those of the reference are: `SessionId`, and not `AmountPaid`. */
const identifier = /(?:(?<!pa)id|identifier|reference|token|number|mobile)$/i
const words = /^[a-z ]+$/i
const decimal = /^-?\d+\.\d+$/

function withoutLastZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
