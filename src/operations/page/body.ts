import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { aReason, longestReason, shortestReason } from '../../admin/trail.ts'
import { turnKinds } from '../../pushes/kinds.ts'
import { entryKinds } from '../../store/entry.ts'
import { oneOf, readFields } from '../../text/json/read-fields.ts'
import { FMW_OPERATOR_REQUEST } from '../errors.ts'
import { tabNames } from './tabs.ts'

/** What came, or the field that is wrong. @throws FMW_OPERATOR_REQUEST */
export function readBody<Takes extends TObject>(takes: Takes, given: unknown): Static<Takes> {
  return readFields(takes, given, (field, problem) => new FMW_OPERATOR_REQUEST(field, problem))
}

/** These fields and no others. */
export function fields<Own extends TProperties>(own: Own) {
  return Type.Object({ registration: Type.Optional(text), ...own }, { additionalProperties: false })
}

/** A text that isn't empty. */
export const text = Type.String({ minLength: 1, maxLength: 1_000 })

/** Why somebody does something, in their words. */
export const reason = Type.String({
  minLength: shortestReason,
  maxLength: longestReason,
  pattern: '\\S',
  mustBe: aReason,
})

/** What somebody found, or did. */
export const note = Type.String({ minLength: 1, maxLength: 2_000 })

// No date is later.
const moment = Type.Integer({ minimum: 0, maximum: 8.64e15 })

/** Which entries are meant, besides a tab. Times are epoch ms. */
export const filterFields = {
  kinds: Type.Optional(Type.Array(oneOf(entryKinds), { minItems: 1 })),
  since: Type.Optional(moment),
  until: Type.Optional(moment),
}

/** What is looked for: one of them at most. */
export const searchFields = {
  reference: Type.Optional(text),
  session: Type.Optional(text),
  phone: Type.Optional(text),
}

/** Which entries a list has. */
export const listFields = {
  tab: Type.Optional(oneOf(tabNames)),
  ...filterFields,
  ...searchFields,
  cursor: Type.Optional(text),
}

/** Which sessions a list has. */
export const sessionsBody = fields({
  phone: Type.Optional(text),
  since: Type.Optional(moment),
  cursor: Type.Optional(text),
})

/** Which sessions are looked at for where they were left. */
export const dropOffBody = fields({
  kind: Type.Optional(oneOf(turnKinds)),
  since: Type.Optional(moment),
  until: Type.Optional(moment),
})

export const listBody = fields(listFields)
export type ListBody = Static<typeof listBody>

/** Which lines of the trail a list has. Times are epoch ms. */
export const trailBody = fields({ since: Type.Optional(moment), cursor: Type.Optional(text) })
