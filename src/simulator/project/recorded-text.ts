import { type Static, Type } from '@sinclair/typebox'
import type { Face } from '../control/face.ts'
import { fields, oneOf } from '../control/route.ts'
import { FMW_SIMULATOR_STATE } from '../errors.ts'
import { recordDialogue } from '../record/dialogue.ts'
import { recordPage } from '../record/page.ts'
import { recordTest } from '../record/recorded-test.ts'
import { testRunners } from '../record/runners.ts'

const text = Type.Optional(Type.String({ maxLength: 200 }))

/** What is recorded, and as what. */
export const whatIsRecorded = {
  rows: Type.Array(Type.Integer(), { minItems: 1, maxItems: 10_000, description: 'Numbers of rows' }),
  as: oneOf(['dialogue', 'test', 'page']),
  title: text,
  secrets: Type.Optional(Type.Array(Type.String())),
  app: Type.Optional(Type.String({ maxLength: 200, description: 'What a test imports' })),
  runner: Type.Optional(oneOf(testRunners)),
}

const asked = fields(whatIsRecorded)

/** Rows as a dialogue in YAML, as a test, or as a page of HTML; phones and secrets have stand-ins. @throws FMW_SIMULATOR_STATE */
export async function textOf({ log }: Face, given: Static<typeof asked>): Promise<string> {
  const { rows, as, app, title, secrets, runner } = given
  const chosen = rows.map((id) => {
    const row = log.row(id)
    if (row === undefined) throw new FMW_SIMULATOR_STATE(`has no row ${id} in its log, or not any more`)
    return row
  })
  if (as === 'page') return recordPage(chosen, { title, secrets })
  if (as === 'test') return recordTest(chosen, { app, title, secrets, runner })
  // YAML is read in no other case: a start needn't wait for it.
  const { writeDialogue } = await import('../dialogue/write-dialogue.ts')
  return writeDialogue(recordDialogue(chosen, { title, secrets }))
}
