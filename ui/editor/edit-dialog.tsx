import { useRef, useState } from 'preact/hooks'
import { resend, ways } from '../detail/actions.ts'
import { Modal } from '../shared/modal.tsx'
import { closeDialog } from '../state/commands.ts'
import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { Body } from './body.tsx'
import { type Draft, draftOf, dropDraft, keepDraft } from './drafts.ts'

/**
 * Changes a push, and sends it: as it is written, or late, forged, twice, in the other casing. What is written is there again when the
 * dialog is opened again, until it is sent.
 */
export function EditDialog({ row }: { row: WholeRow }) {
  const [came] = useState<Draft>(() => ({ text: inLines(row.request.text), url: row.url, way: 'again' }))
  const [draft, setDraft] = useState(() => draftOf(row) ?? came)
  const [timesBegun, setTimesBegun] = useState(0)
  // The editor keeps what it was made with.
  const current = useRef(draft)
  const { text, url, way } = draft
  const isChanged = text !== came.text || url !== came.url || way !== came.way
  const write = (change: Partial<Draft>) => {
    current.current = { ...current.current, ...change }
    keepDraft(row, current.current)
    setDraft(current.current)
  }
  const startOver = () => {
    write(came)
    dropDraft(row)
    setTimesBegun(timesBegun + 1)
  }
  const send = async () => {
    const written = current.current
    // What nobody changed goes out as its own bytes, and not as it was set in lines.
    const isSame = written.text === came.text && row.request.isWhole
    const changes = isSame ? { url: written.url } : { url: written.url, text: written.text }
    const isSent = await resend(row, written.way, changes)
    if (!isSent) return
    dropDraft(row)
    closeDialog('edit')
  }
  return (
    <Modal label={texts.editor.title(row.id)} isForm onClose={() => closeDialog('edit')}>
      <form
        class="flex flex-col gap-3 p-4 h-[min(44rem,86dvh)]"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <h2 class="text-lg font-semibold">{texts.editor.title(row.id)}</h2>
        <label class="flex flex-col gap-1">
          <span class="font-medium">{texts.editor.address}</span>
          <input
            type="text"
            class="input input-sm w-full font-mono"
            spellcheck={false}
            value={url}
            onInput={({ currentTarget }) => write({ url: currentTarget.value })}
          />
        </label>
        <Body key={timesBegun} row={row} text={text} onChange={(text) => write({ text })} onSend={() => void send()} />
        {!row.request.isWhole && <p class="text-quiet">{texts.payload.cutOff}</p>}
        <div class="flex flex-wrap items-center gap-2">
          <label class="flex flex-1 items-center gap-2 min-w-60">
            <span>{texts.editor.sendAs}</span>
            <select
              class="select select-sm flex-1 max-w-80"
              value={way}
              onChange={({ currentTarget }) =>
                write({ way: ways.find((one) => one === currentTarget.value) ?? 'again' })
              }
            >
              {ways.map((one) => (
                <option key={one} value={one}>
                  {texts.editor.ways[one]}
                </option>
              ))}
            </select>
          </label>
          {isChanged && (
            <button type="button" class="btn btn-sm ml-auto" onClick={startOver}>
              {texts.editor.startOver}
            </button>
          )}
          <button type="button" class={`btn btn-sm ${isChanged ? '' : 'ml-auto'}`} onClick={() => closeDialog('edit')}>
            {texts.close}
          </button>
          <button type="submit" class="btn btn-sm btn-primary" title={`${texts.send} (Ctrl-Enter)`}>
            {texts.send}
          </button>
        </div>
      </form>
    </Modal>
  )
}

/** Set in lines, where nothing of it is lost by that. */
function inLines(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
