import { useState } from 'preact/hooks'
import { Modal } from '../../shared/modal.tsx'
import { ask } from '../ask.ts'
import { useSending } from '../sending.ts'
import { may, overview, problem, reload } from '../state.ts'
import { texts } from '../texts.ts'
import { stopTexts } from './texts.ts'

/** Opens the dialog, for those who may stop a kind that isn't stopped. */
export function StopButton() {
  const [isOpen, setOpen] = useState(false)
  const kinds = running()
  if (!may('stop') || (kinds.length === 0 && !isOpen)) return null
  return (
    <>
      <button
        type="button"
        class="btn btn-sm"
        onClick={() => {
          problem.value = ''
          setOpen(true)
        }}
      >
        {stopTexts.title}
      </button>
      {isOpen && <StopDialog kinds={kinds} onClose={() => setOpen(false)} />}
    </>
  )
}

function StopDialog({ kinds, onClose }: { kinds: readonly string[]; onClose: () => void }) {
  const [isSending, send] = useSending()
  const stop = (kind: string, reason: string) =>
    send(async () => {
      await ask('stop', { kind, reason })
      onClose()
      await reload(stopTexts.stopped(kind))
    })
  return (
    <Modal label={stopTexts.title} isForm onClose={onClose}>
      <form
        class="p-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const given = new FormData(event.currentTarget)
          void stop(String(given.get('kind')), String(given.get('reason')))
        }}
      >
        <h2 class="font-semibold text-base">{stopTexts.title}</h2>
        <p>{stopTexts.what}</p>
        <label class="flex flex-col gap-1">
          {stopTexts.kind}
          <select name="kind" class="select select-sm w-full">
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </select>
        </label>
        <label class="flex flex-col gap-1">
          {stopTexts.reason}
          <textarea
            name="reason"
            class="input w-full h-24 py-2 whitespace-pre-wrap"
            required
            minLength={3}
            maxLength={2_000}
          />
        </label>
        {problem.value !== '' && <p class="text-error break-words">{problem.value}</p>}
        <div class="flex flex-wrap gap-2 justify-end">
          <button type="button" class="btn btn-sm" onClick={onClose}>
            {texts.cancel}
          </button>
          <button type="submit" class="btn btn-sm btn-primary" aria-busy={isSending}>
            {stopTexts.stop}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Those that may be stopped. */
function running(): readonly string[] {
  const { kinds = [], stops = [] } = overview.value ?? {}
  return kinds.filter((kind) => !stops.some((stop) => stop.kind === kind))
}
