import { messageCodes } from '../../catalogue/message-codes.ts'
import type { CallAnswer } from '../api/endpoint.ts'
import type { About } from '../log/row.ts'
import type { MessageSettings } from './rules.ts'

/** Why the service doesn't do what it was asked: a code of reference 7.3, and what is wrong in this case. */
export interface Refused {
  /** As the catalogue writes it: `400/8`, `404`. */
  readonly code: string
  readonly detail?: string
}

/** An answer that refuses: the HTTP status, and the subcode of reference 7.3 where the rules have it. */
export function refusal({ code, detail }: Refused, rules: RefusalRules, about: About = {}): CallAnswer {
  return { status: Number(code.slice(0, 3)), body: refusalBody(code, rules, detail), about }
}

type RefusalRules = Pick<MessageSettings, 'subcode'>

/** The body alone. */
export function refusalBody(code: string, { subcode }: RefusalRules, detail?: string): object {
  const meaning = messageCodes.find((row) => row.code === code)?.meaning ?? code
  const Message = detail === undefined ? meaning : `${meaning}: ${detail}`
  return subcode === 'none' ? { Message } : { [subcode]: Number(code.split('/').at(-1)), Message }
}
