import { useEffect, useState } from 'preact/hooks'
import { Modal } from '../shared/modal.tsx'
import { Wire } from '../shared/payload.tsx'
import { act, ask } from '../state/api.ts'
import { closeDialog } from '../state/commands.ts'
import { copy } from '../state/copy.ts'
import { attempt } from '../state/notices.ts'
import type { Row } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { Field } from './field.tsx'
import { type Form, formsFor, nameOf, type Range, rangesOf, recordedAs, textsIn } from './ranges.ts'
import { RowTicks, toggled, type Unplayed } from './row-ticks.tsx'
import { Saved } from './saved.tsx'

/** Rows as a dialogue or a test: to be copied, or saved in the project and run. Or as the file of a session. */
export function RecordDialog({ row: given, name }: { row: Row; name: 'record' | 'save' }) {
  // That of the time when it was opened, whatever comes meanwhile.
  const [row] = useState(given)
  const [project, setProject] = useState<Project>()
  const [wished, setForm] = useState<Form | undefined>(name === 'save' ? 'page' : undefined)
  const possible = formsFor(project?.runner ?? null)
  const form = possible.find((one) => one === wished) ?? possible[0] ?? 'node'
  const { as } = recordedAs(form)
  const ranges = rangesOf(row, form)
  const [chosen, setRange] = useState<Range['id']>('story')
  const range = ranges.find(({ id }) => id === chosen) ?? ranges[0]
  const [title, setTitle] = useState(texts.record.usualTitle(row.id))
  const [app, setApp] = useState<string>()
  const [secrets, setSecrets] = useState('')
  const [recorded, setRecorded] = useState<Recorded>({ text: '' })
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const rows = (range?.rows ?? []).filter((id) => !left.has(id))
  const ids = rows.join(',')
  const asked = {
    rows,
    title,
    secrets: textsIn(secrets),
    ...(as === 'test' && { app: app ?? './app.js' }),
    ...recordedAs(form),
  }

  useEffect(() => {
    void attempt(() => ask<Project>('project')).then((answer) => {
      if (answer === undefined) return
      setProject(answer)
      setApp((before) => before ?? answer.app ?? undefined)
    })
  }, [])
  useEffect(() => {
    let isOld = false
    if (rows.length === 0) return undefined
    // Why rows can't be recorded is an answer here, and no failure.
    act<Recorded>('log/record', { ...asked, orWhy: true }).then(
      (answer) => isOld || setRecorded(answer),
      (error: Error) => isOld || setRecorded({ text: '', problem: error.message }),
    )
    return () => {
      isOld = true
    }
  }, [ids, form, title, app, secrets])
  const unplayed = as === 'page' ? [] : (recorded.left ?? [])
  const isNothing = rows.every((id) => unplayed.some(({ row }) => row === id))
  const { text, problem, doubts = [] }: Recorded = isNothing ? { text: '', problem: texts.record.noRows } : recorded

  const heading = name === 'save' ? texts.record.saves : texts.record.title
  return (
    <Modal label={heading} isForm onClose={() => closeDialog(name)}>
      <div class="flex flex-col gap-3 p-4 max-h-[94dvh] overflow-y-auto">
        <h2 class="text-lg font-semibold">{heading}</h2>
        <div class="grid gap-3 sm:grid-cols-2">
          <label class="flex flex-col gap-1">
            <span class="font-medium">{texts.record.rows}</span>
            <select
              class="select select-sm w-full"
              value={range?.id}
              onChange={({ currentTarget }) =>
                setRange(ranges.find(({ id }) => id === currentTarget.value)?.id ?? 'story')
              }
            >
              {ranges.map(({ id, rows }) => (
                <option key={id} value={id}>
                  {texts.record.ranges[id](rows.length)}
                </option>
              ))}
            </select>
          </label>
          <label class="flex flex-col gap-1">
            <span class="font-medium">{texts.record.as}</span>
            <select
              class="select select-sm w-full"
              value={form}
              onChange={({ currentTarget }) => setForm(possible.find((one) => one === currentTarget.value))}
            >
              {possible.map((one) => (
                <option key={one} value={one}>
                  {texts.record.forms[one]}
                </option>
              ))}
            </select>
          </label>
          <Field name={texts.record.called} value={title} onInput={setTitle} />
          {as === 'test' && <Field name={texts.record.imports} value={app ?? './app.js'} onInput={setApp} />}
          <Field name={texts.record.secrets} value={secrets} onInput={setSecrets} />
        </div>
        <RowTicks
          rows={range?.rows ?? []}
          left={left}
          unplayed={unplayed}
          onToggle={(id) => setLeft((before) => toggled(before, id))}
        />
        {doubts.map((doubt) => (
          <p key={doubt} role="status" class="text-pretty">
            {doubt}
          </p>
        ))}
        {problem === undefined ? (
          <section aria-label={texts.record.preview} class="flex-1 min-h-24 flex flex-col">
            <Wire text={text} />
          </section>
        ) : (
          <div class="flex flex-col gap-2 items-start">
            <p role="alert" class="text-error">
              {problem}
            </p>
            {as === 'test' && (
              <button type="button" class="btn btn-sm btn-primary" onClick={() => setForm('dialogue')}>
                {texts.record.asDialogue}
              </button>
            )}
          </div>
        )}
        <div class="flex flex-wrap gap-2">
          <button
            type="button"
            class="btn btn-sm"
            disabled={text === ''}
            onClick={() => void copy(text, texts.record.copied)}
          >
            {texts.record.copy}
          </button>
          {as === 'page' && (
            <button
              type="button"
              class="btn btn-sm btn-primary"
              disabled={text === ''}
              onClick={() => download(`${nameOf(title)}.html`, text)}
            >
              {texts.record.download}
            </button>
          )}
          <span class="flex-1" />
          <button type="button" class="btn btn-sm" onClick={() => closeDialog(name)}>
            {texts.close}
          </button>
        </div>
        {as === 'page' && <p class="text-quiet text-pretty">{texts.record.aboutPage}</p>}
        {as !== 'page' && project?.folder === null && <p class="text-quiet text-pretty">{texts.record.noProject}</p>}
        {as !== 'page' && typeof project?.folder === 'string' && text !== '' && (
          <Saved given={{ ...asked, as }} usualName={nameOf(title)} />
        )}
      </div>
    </Modal>
  )
}

interface Project {
  readonly folder: string | null
  readonly app: string | null
  readonly runner: 'node' | 'vitest' | null
}

interface Recorded {
  readonly text: string
  /** Rows that no step of it plays. */
  readonly left?: readonly Unplayed[]
  /** What it can't know of secrets. */
  readonly doubts?: readonly string[]
  readonly problem?: string
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
