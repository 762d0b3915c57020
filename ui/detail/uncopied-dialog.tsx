import { useEffect, useRef } from 'preact/hooks'
import { Modal } from '../shared/modal.tsx'
import { uncopied } from '../state/copy.ts'
import { texts } from '../texts/later.ts'

/** A text that the browser would not copy: it stands selected. */
export function UncopiedDialog({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [text])
  return (
    <Modal
      label={texts.uncopied}
      isForm
      onClose={() => {
        uncopied.value = undefined
      }}
    >
      <label class="flex flex-col gap-2 p-4">
        <span class="font-semibold">{texts.uncopied}</span>
        <textarea ref={field} readOnly rows={12} class="textarea w-full font-mono" value={text} />
      </label>
    </Modal>
  )
}
