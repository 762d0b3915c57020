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
function inOneWording(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneWording).join()}]`
  if (!isRecord(value)) return JSON.stringify(value === null ? value : inOneForm(String(value).trim()))
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name.toLowerCase())}:${inOneWording(one)}`,
  )
  return `{${fields.toSorted().join()}}`
}

function inOneForm(text: string): string {
  if (words.test(text)) return text.toLowerCase()
  return decimal.test(text) ? withoutLastZeros(text) : text
}

const words = /^[a-z ]+$/i
const decimal = /^-?\d+\.\d+$/

function withoutLastZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
