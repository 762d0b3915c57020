import { begun, timeOfDay, visible } from '../../shared/format.ts'
import { rows } from '../../state/log/rows.ts'
import { unclear } from '../../state/log/verdict.ts'
import type { NotificationWork, Row, WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { work } from '../work.ts'

/** What the application did with a notification, in sentences; nothing for all else. */
export function WorkDone({ row }: { row: WholeRow }) {
  const { timing } = row
  if (timing?.entryId === undefined) return null
  const sentences = [...ofSource(timing.source), ...(work.value === undefined ? [] : ofWork(work.value, row))]
  if (sentences.length === 0) return null
  return (
    <section aria-label={texts.work.title} class="rounded-box border border-base-300 p-3 flex flex-col gap-1">
      <h3 class="font-semibold">{texts.work.title}</h3>
      {sentences.map((sentence) => (
        <p key={sentence} class="[overflow-wrap:anywhere]">
          {begun(visible(sentence))}
        </p>
      ))}
    </section>
  )
}

function ofSource(source: string | null): readonly string[] {
  if (source === 'repeated' || source === 'again' || source === 'conflict') return [texts.work[source]]
  return []
}

function ofWork(
  { state, outcome, evidence, needsReview, reason, attempts, dueAt = null }: NotificationWork,
  row: WholeRow,
): readonly string[] {
  const isDone = state === 'done'
  const isUndecided = state === 'waiting' && outcome !== null && unclear.has(outcome)
  return [
    isDone
      ? outcome === null
        ? texts.work.done
        : texts.work.got(outcome, evidence, row.source === 'repeated', firstOf(row)?.id)
      : (texts.work.states[state] ?? state),
    ...(reason === null ? [] : [/[.!?]$/.test(reason) ? reason : `${reason}.`]),
    ...(state === 'waiting' && dueAt !== null ? [texts.work.nextLook(timeOfDay(dueAt))] : []),
    ...(isUndecided ? [texts.work.undecided] : []),
    ...(isDone && needsReview.length > 0 ? [texts.work.mustLook(needsReview.join(', '))] : []),
    ...ofAttempts(attempts, isDone),
  ]
}

/** The push that was handled, where this one says the same again. */
function firstOf({ id, kind, outcome, about }: WholeRow): Row | undefined {
  const name = about.billId ?? about.messageId
  return rows.value.findLast(
    (row) =>
      row.id < id &&
      row.source === 'accepted' &&
      row.kind === kind &&
      row.outcome === outcome &&
      (row.about.billId ?? row.about.messageId) === name,
  )
}

/** The last error; of what ended well how often each came before. */
function ofAttempts(attempts: NotificationWork['attempts'], isDone: boolean): readonly string[] {
  const failed = attempts.filter(({ error }) => error !== null)
  const last = failed.at(-1)
  if (last === undefined) return []
  if (!isDone) return [`${texts.work.attempt(last.number)}: ${last.error}`]
  const errors = [...Map.groupBy(failed, ({ error }) => error)]
  return [
    texts.work.doneAt(
      attempts.at(-1)?.number ?? last.number,
      errors.map(([error, of]) => `${of.length} × ${error}`),
    ),
  ]
}
