import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../../text/json/read-fields.ts'
import type { NotificationWork } from '../checkout/ledger/work.ts'
import type { Face } from '../control/face.ts'
import { fields } from '../control/route.ts'
import { rowIn } from '../log/log.ts'
import type { LogRow } from '../log/row.ts'
import { recordDialogue } from '../record/dialogue.ts'
import { type LeftOut, leftOutOf, pageOf } from '../record/page.ts'
import { recordTest } from '../record/recorded-test.ts'
import { testRunners } from '../record/runners.ts'
import { storyOf } from '../record/story.ts'

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

/** What a recording leaves open: the rows that it doesn't play, and what it can't know of secrets. @throws FMW_SIMULATOR_STATE */
export function leftOf(
  face: Face,
  { rows, secrets = [] }: Static<typeof asked>,
): { readonly left: readonly LeftOut[]; readonly doubts: readonly string[] } {
  const chosen = rows.map((id) => rowIn(face.log, id))
  const story = storyOf(chosen, secrets)
  return { left: leftOutOf(chosen, story), doubts: story.doubts }
}

/** Rows as a dialogue in YAML, as a test, or as a page of HTML; phones and secrets have stand-ins. @throws FMW_SIMULATOR_STATE */
export async function textOf(face: Face, given: Static<typeof asked>): Promise<string> {
  const { rows, as, app, title, secrets, runner } = given
  const chosen = rows.map((id) => rowIn(face.log, id))
  if (as === 'page') {
    const { rows } = face.ledger({ handled: await face.handled() })
    const billOf = (id: string) => rows.find(({ bill }) => bill === id)
    return pageOf(chosen, { title, secrets }, await worksOf(face, chosen), billOf)
  }
  if (as === 'test') return recordTest(chosen, { app, title, secrets, runner })
  // YAML is read in no other case: a start needn't wait for it.
  const { writeDialogue } = await import('../dialogue/write-dialogue.ts')
  return writeDialogue(recordDialogue(chosen, { title, secrets }))
}

async function worksOf(face: Face, rows: readonly LogRow[]): Promise<ReadonlyMap<number, NotificationWork>> {
  const known = await Promise.all(
    rows.map(async ({ id, timing }) => [id, timing?.entryId && (await face.work(timing.entryId))] as const),
  )
  return new Map(known.flatMap(([id, work]) => (typeof work === 'object' ? [[id, work] as const] : [])))
}
