import { withoutEnd } from '../../text/without-end.ts'

/** Codes that are dialled to get here, each in its parts, the longest first. */
export type DialCodes = readonly (readonly string[])[]

/** Reads the codes that somebody wrote down; undefined where one of them is none, such as `713*45`, `*713*45#`. */
export function readDialCodes(codes: readonly unknown[]): DialCodes | undefined {
  if (!codes.every((code) => typeof code === 'string' && dialCode.test(code))) return undefined
  return codes.map((code) => parts(String(code))).sort((one, other) => other.length - one.length)
}

/**
 * The answers that were dialled with the code: of `*714*5*3#` with the code 714 they are `5` and `3`
 * (field notes, "Initiation Message").
 *
 * A service code of several parts (`*714*12#`) is taken off whole; without one the first part is the code. What is
 * dialled up to one of `codes` is the code, whatever the service code says.
 */
export function readDialledAnswers(message: string, serviceCode: string, codes: DialCodes = none): readonly string[] {
  return (codes.length === 0 ? undefined : behindCode(message, codes)) ?? behindServiceCode(message, serviceCode)
}

/** Whether a text is what is dialled for a service, with or without more: `*713#`, `*713*1#`. */
export function dialsCode(text: string, serviceCode: string): boolean {
  if (!dialForm.test(text)) return false
  const code = parts(serviceCode)
  return code.length > 0 && isStart(code, parts(text))
}

/** Only the merchant knows whether `45` of `*713*45#` is an extension or an answer. */
function behindCode(message: string, codes: DialCodes): readonly string[] | undefined {
  const dialled = parts(message)
  const code = codes.find((one) => isStart(one, dialled))
  return code === undefined ? undefined : dialled.slice(code.length)
}

function behindServiceCode(message: string, serviceCode: string): readonly string[] {
  // Most dial the code alone.
  if (message === serviceCode || message.charCodeAt(0) !== star || !message.includes('*', 1)) return none
  const dialled = parts(message)
  if (dialled.length < 2) return none
  const code = parts(serviceCode)
  return dialled.slice(code.length > 0 && isStart(code, dialled) ? code.length : 1)
}

function isStart(code: readonly string[], dialled: readonly string[]): boolean {
  return code.every((part, position) => part === dialled[position])
}

const star = 42
const dialForm = /^\s*\*[^#]*#\s*$/
const dialCode = /^\*?\d{1,20}(?:\*\d{1,20}){0,9}#?$/
const none: readonly never[] = Object.freeze([])

function parts(text: string): string[] {
  const inner = withoutEnd(text.trim(), '#').replace(/^[*#]+/, '')
  return inner === '' ? [] : inner.split('*')
}
