import { messageCodes } from '../../catalogue/message-codes.ts'
import type { CallAnswer } from '../api/endpoint.ts'
import type { About } from '../log/row.ts'

/** Why the service doesn't do what it was asked: a code of reference 7.3, and what is wrong in this case. */
export interface Refused {
  /** As the catalogue writes it: `400/8`, `404`. */
  readonly code: string
  readonly detail?: string
}

/** An answer that refuses: the HTTP status and the subcode of reference 7.3. Where the subcode stands isn't shown. */
export function refusal({ code, detail }: Refused, about: About = {}): CallAnswer {
  return { status: Number(code.slice(0, 3)), body: refusalBody(code, detail), about }
}

/** The body alone. */
export function refusalBody(code: string, detail?: string): { readonly Status: number; readonly Message: string } {
  const meaning = messageCodes.find((row) => row.code === code)?.meaning ?? code
  return { Status: Number(code.split('/').at(-1)), Message: detail === undefined ? meaning : `${meaning}: ${detail}` }
}
