import { maskText, maskValue, useOf } from './mask-value.ts'
import type { ShapeMasks } from './shape-masks.ts'

/**
 * Masks JSON as text, token by token, so that spacing, names that stand twice and even what is broken stay as they
 * were. From where it is no JSON any more it is masked as text for people.
 */
export function maskJson(json: string, masks: ShapeMasks, within: Place = push): string {
  const places: Place[] = []
  let { name, isFree } = isJson(json) ? within : somebodys
  let masked = ''
  let at = 0
  while (at < json.length) {
    token.lastIndex = at
    const [found = ''] = token.exec(json) ?? []
    if (found === '') return masked + maskText(json.slice(at), (digits) => masks.phone(digits))
    at += found.length
    if (found === '{' || found === '[') {
      places.push({ name, isFree })
      isFree ||= useOf(name) === 'free'
    } else if (found === '}' || found === ']') {
      ;({ name, isFree } = places.pop() ?? push)
    } else if (found.startsWith('"') && isName(json, at)) {
      name = String(parse(found))
      masked += inQuotes(found, (text) => maskName(text, isFree, masks))
      continue
    }
    masked += maskToken(found, name, masks)
  }
  return masked
}

/** Masks a value that JSON can hold; its shape stays. */
export function maskJsonValue<Value>(value: Value, masks: ShapeMasks): Value {
  return JSON.parse(maskJson(JSON.stringify(value), masks))
}

/** Masks the name of a field, unless it looks like one that the service gave. */
function maskName(name: string, isFree: boolean, masks: ShapeMasks): string {
  return useOf(name) !== undefined || (!isFree && fieldName.test(name)) ? name : masks.identifier(name)
}

const fieldName = /^(?!.*\d{5})[A-Za-z_][A-Za-z0-9_.-]{0,39}$/

/** Where an object or a list stands: under which name, and whether that is the merchant's own. */
interface Place {
  readonly name: string
  readonly isFree: boolean
}

/** In what is broken, a text may stand where a name should. */
function isJson(text: string): boolean {
  return parse(text) !== undefined
}

const push: Place = { name: '', isFree: false }
const somebodys: Place = { name: '', isFree: true }

const token = /\s+|[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/suy
const beforeValue = /\s*:/y

function isName(json: string, at: number): boolean {
  beforeValue.lastIndex = at
  return beforeValue.test(json)
}

function maskToken(found: string, name: string, masks: ShapeMasks): string {
  if (found.startsWith('"')) return inQuotes(found, (text) => maskContent(text, name, masks))
  return /^[-\d]/.test(found) ? maskNumber(found, name, masks) : found
}

/** JSON may stand inside a text (field notes, "Data as a JSON string"). */
function maskContent(text: string, name: string, masks: ShapeMasks): string {
  if (!/^\s*[{[]/.test(text)) return maskValue(name, text, masks)
  return maskJson(text, masks, useOf(name) === 'part' ? push : somebodys)
}

/** A number stays a number: no zero leads it, and what cannot stay after the point goes. */
function maskNumber(number: string, name: string, masks: ShapeMasks): string {
  const masked = maskValue(name, number, masks)
  if (masked === number) return number
  return number.replace(/(\d+).*$/s, (_all, whole: string) => maskValue(name, whole, masks).replace(/^0(?=\d)/, '1'))
}

/** What is between the quotes; escapes that JSON does not have stay as they stand, or it would be mended. */
function inQuotes(quoted: string, mask: (text: string) => string): string {
  const text = parse(quoted)
  return typeof text === 'string' ? JSON.stringify(mask(text)) : `"${mask(quoted.slice(1, -1))}"`
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
