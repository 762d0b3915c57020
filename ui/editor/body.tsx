import { useEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../state/api.ts'
import { attempt } from '../state/notices.ts'
import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { type KnownKind, type Schema, schemaOf } from './schema.ts'

interface BodyProps {
  readonly row: WholeRow
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onSend: () => void
}

/** The body in an editor of its own file, which comes when it's wanted; what is odd about it stands beneath. */
export function Body({ row, text, onChange, onSend }: BodyProps) {
  const host = useRef<HTMLDivElement>(null)
  const [isPlain, setPlain] = useState(false)
  const [remarks, setRemarks] = useState<readonly string[]>([])
  useEffect(() => {
    let close: (() => void) | undefined
    let isGone = false
    // Of a dialog that is open already, started over.
    host.current?.focus()
    const open = async () => {
      const [{ openEditor }, schema] = await Promise.all([import('./code-editor.ts'), askSchema(row)])
      if (isGone || host.current === null) return
      close = openEditor(host.current, { text, schema, label: texts.body, onChange, onSend, onRemarks: setRemarks })
    }
    // Where its file can't be had, a plain field does.
    open().catch(() => setPlain(true))
    return () => {
      isGone = true
      close?.()
    }
  }, [row.id])
  if (isPlain) {
    return (
      <textarea
        aria-label={texts.body}
        class="flex-1 min-h-0 w-full font-mono p-2 bg-base-200 border border-base-300 rounded-field focus-seen"
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <>
      <div
        ref={host}
        // The dialog's focus waits here for the editor.
        autofocus
        tabIndex={-1}
        class="outline-none flex-1 min-h-0 rounded-box border border-base-300 overflow-hidden focus-within:outline-2 focus-within:outline-primary"
      />
      <div role="status">
        <ul>
          {remarks.slice(0, mostRemarks).map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
          {remarks.length > mostRemarks && <li>{texts.editor.more(remarks.length - mostRemarks)}</li>}
        </ul>
      </div>
    </>
  )
}

const mostRemarks = 3

/** Undefined where the body is no JSON: a form, or nothing, with the fields in the address. */
async function askSchema({ kind, request }: WholeRow): Promise<Schema | undefined> {
  if (!/^\s*\{/.test(request.text)) return undefined
  const known = await attempt(() => ask<{ readonly items: readonly KnownKind[] }>('kinds'))
  const found = known?.items.find((one) => one.kind === kind)
  return found === undefined ? {} : schemaOf(found)
}
