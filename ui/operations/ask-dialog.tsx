import { Modal } from '../shared/modal.tsx'
import { useSending } from './sending.ts'
import { problem } from './state.ts'
import { texts } from './texts.ts'

/** Asks once, and for the words that are kept with what is done. `most` is in characters. */
export function AskDialog({
  title,
  what,
  field,
  act,
  close,
}: {
  title: string
  what: string
  field?: { label: string; most: number }
  act: (words: string) => Promise<void>
  close: () => void
}) {
  const [isSending, send] = useSending()
  return (
    <Modal label={title} isForm onClose={close}>
      <form
        class="p-4 flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const words = String(new FormData(event.currentTarget).get('words') ?? '')
          void send(() => act(words))
        }}
      >
        <h2 class="font-semibold text-base">{title}</h2>
        <p>{what}</p>
        {field !== undefined && (
          <label class="flex flex-col gap-1">
            {field.label}
            <textarea
              name="words"
              class="input w-full h-24 py-2 whitespace-pre-wrap"
              required
              minLength={3}
              maxLength={field.most}
            />
          </label>
        )}
        {problem.value !== '' && <p class="text-error break-words">{problem.value}</p>}
        <div class="flex flex-wrap gap-2 justify-end">
          <button type="button" class="btn btn-sm" onClick={close}>
            {texts.cancel}
          </button>
          <button type="submit" class="btn btn-sm btn-primary" aria-busy={isSending}>
            {title}
          </button>
        </div>
      </form>
    </Modal>
  )
}
