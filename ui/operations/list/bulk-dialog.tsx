import { useState } from 'preact/hooks'
import { dayAndTime, visible } from '../../shared/format.ts'
import { Modal } from '../../shared/modal.tsx'
import { ask } from '../ask.ts'
import { useSending } from '../sending.ts'
import { problem, reload, search } from '../state.ts'
import { texts } from '../texts.ts'
import type { DryRun } from '../types.ts'

/** Counts first, and does it after a confirmation of that count. */
export function BulkDialog({ bulk, onClose }: { bulk: keyof typeof bulks; onClose: () => void }) {
  const { path, words, hasNote } = bulks[bulk]
  const [limit, setLimit] = useState<number | undefined>(100)
  const [note, setNote] = useState('')
  const [shown, setShown] = useState<DryRun | undefined>(undefined)
  const filter = search.value
  const said = wordsOf(filter)
  const [counted, setCounted] = useState(filter)
  const [isSending, send] = useSending()
  const count = () =>
    send(async () => {
      setCounted(filter)
      setShown(await ask<DryRun>(`${path}/dry-run`, { ...filter, limit }))
    })
  const confirm = async ({ until, confirmation, limit: most }: DryRun) => {
    const isDone = await send(async () => {
      const order = { ...counted, limit: most, until, confirmation, ...(hasNote && { note }) }
      const { redriven = 0, settled = redriven, skipped } = await ask<BulkDone>(path, order)
      onClose()
      await reload(skipped === 0 ? words.done(settled) : `${words.done(settled)} ${texts.skipped(skipped)}`)
    })
    if (!isDone) setShown(undefined)
  }
  return (
    <Modal label={words.title} isForm={hasNote} onClose={onClose}>
      <div class="p-4 flex flex-col gap-3">
        <h2 class="font-semibold text-base">{words.title}</h2>
        <p>{words.what}</p>
        {said.length > 0 && <p class="[overflow-wrap:anywhere]">{texts.fitting(said)}</p>}
        {problem.value !== '' && <p class="text-error break-words">{problem.value}</p>}
        <label class="flex items-center gap-2">
          {texts.limit}
          <input
            type="number"
            class="input input-sm w-28"
            min={1}
            max={mostAtOnce}
            defaultValue={100}
            aria-invalid={limit === undefined}
            onInput={({ currentTarget }) => {
              const given = currentTarget.valueAsNumber
              setLimit(Number.isInteger(given) && given >= 1 && given <= mostAtOnce ? given : undefined)
              setShown(undefined)
            }}
          />
        </label>
        {hasNote && (
          <label class="flex flex-col gap-1">
            {texts.note}
            <textarea
              class="input w-full h-24 py-2 whitespace-pre-wrap"
              maxLength={2_000}
              value={note}
              onInput={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </label>
        )}
        <p role="status">{limit === undefined ? texts.limitWrong(mostAtOnce) : shown && wordsFor(shown, words)}</p>
        <div class="flex flex-wrap gap-2 justify-end">
          <button type="button" class="btn btn-sm" onClick={onClose}>
            {texts.cancel}
          </button>
          {shown === undefined || shown.count === 0 ? (
            <button
              type="button"
              class="btn btn-sm btn-primary"
              disabled={limit === undefined}
              aria-busy={isSending}
              onClick={() => void count()}
            >
              {texts.count}
            </button>
          ) : (
            <button
              type="button"
              class="btn btn-sm btn-primary"
              disabled={hasNote && note.trim() === ''}
              aria-busy={isSending}
              // The second click of two belongs to the button that stood here before.
              onClick={({ detail }) => detail < 2 && void confirm(shown)}
            >
              {words.confirm(shown.count)}
            </button>
          )}
        </div>
      </div>
    </Modal>
  )
}

const mostAtOnce = 10_000

interface BulkDone {
  readonly redriven?: number
  readonly settled?: number
  /** With how many nothing was done: they had changed. */
  readonly skipped: number
}

const bulks = {
  redrive: { path: 'redrive', words: texts.redrive, hasNote: false },
  settle: { path: 'settle-all', words: texts.settleAll, hasNote: true },
} as const

/** What is searched for, in words. */
function wordsOf({ reference, session, phone, since, kinds = [] }: typeof search.value): readonly string[] {
  return [
    ...kinds,
    ...[reference, session, phone].flatMap((word) => (word === undefined ? [] : [visible(word)])),
    ...(since === undefined ? [] : [texts.since(dayAndTime(since))]),
  ]
}

type BulkWords = (typeof bulks)[keyof typeof bulks]['words']

function wordsFor({ count, fitting, limit }: DryRun, words: BulkWords): string {
  if (count === 0) return words.none
  return words.would(count, fitting > limit ? `more than ${limit}` : String(fitting))
}
