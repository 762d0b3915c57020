import { useState } from 'preact/hooks'
import { Modal } from '../shared/modal.tsx'
import { ask, attempt, problem, reload, search } from './state.ts'
import { texts } from './texts.ts'
import type { DryRun } from './types.ts'

/** Counts first, replays after a confirmation of that count. */
export function RedriveDialog({ onClose }: { onClose: () => void }) {
  const [limit, setLimit] = useState(100)
  const [shown, setShown] = useState<DryRun | undefined>(undefined)
  const { reference, since } = search.value
  const filter = { ...(reference !== undefined && { reference }), ...(since !== undefined && { since }) }
  const [counted, setCounted] = useState(filter)
  const count = () =>
    attempt(async () => {
      setCounted(filter)
      setShown(await ask<DryRun>('redrive/dry-run', { ...filter, limit }))
    })
  const confirm = async ({ until, confirmation, limit: most }: DryRun) => {
    const isDone = await attempt(async () => {
      const { redriven } = await ask<{ redriven: number }>('redrive', { ...counted, limit: most, until, confirmation })
      onClose()
      await reload(texts.redriven(redriven))
    })
    if (!isDone) setShown(undefined)
  }
  return (
    <Modal label={texts.redrive} onClose={onClose}>
      <div class="p-4 flex flex-col gap-3">
        <h2 class="font-semibold text-base">{texts.redrive}</h2>
        <p>{texts.redriveWhat}</p>
        {problem.value !== '' && <p class="text-error break-words">{problem.value}</p>}
        <label class="flex items-center gap-2">
          {texts.limit}
          <input
            type="number"
            class="input input-sm w-28"
            min={1}
            max={10_000}
            value={limit}
            onInput={({ currentTarget }) => {
              setLimit(currentTarget.valueAsNumber || 1)
              setShown(undefined)
            }}
          />
        </label>
        <p role="status">{shown === undefined ? '' : wordsFor(shown)}</p>
        <div class="flex flex-wrap gap-2 justify-end">
          <button type="button" class="btn btn-sm" onClick={onClose}>
            {texts.cancel}
          </button>
          {shown === undefined || shown.count === 0 ? (
            <button type="button" class="btn btn-sm btn-primary" onClick={() => void count()}>
              {texts.count}
            </button>
          ) : (
            <button type="button" class="btn btn-sm btn-primary" onClick={() => void confirm(shown)}>
              {texts.confirm(shown.count)}
            </button>
          )}
        </div>
      </div>
    </Modal>
  )
}

function wordsFor({ count, fitting, limit }: DryRun): string {
  if (count === 0) return texts.nothingDead
  return texts.wouldReplay(count, fitting > limit ? `more than ${limit}` : String(fitting))
}
