import { useEffect, useState } from 'preact/hooks'
import { Wire } from '../shared/payload.tsx'
import { VerdictSign } from '../shared/verdict-sign.tsx'
import { act } from '../state/api.ts'
import { attempt, say } from '../state/notices.ts'
import { texts } from '../texts/later.ts'
import type { recordedAs } from './ranges.ts'

/** What is saved in a project. */
type Form = Exclude<ReturnType<typeof recordedAs>['as'], 'page'>

interface Given {
  readonly rows: readonly number[]
  readonly as: Form
  readonly title: string
}

/** The file of a name, and whether it's there. */
interface Where {
  readonly file: string
  readonly isSaved: boolean
}

interface Run {
  readonly passed: boolean
  readonly output: string
}

/** Saves a recording in the project, under a path that is shown before, and runs it there. */
export function Saved({ given, usualName }: { given: Given; usualName: string }) {
  const [ownName, setName] = useState<string>()
  const name = ownName ?? usualName
  const [where, setWhere] = useState<Where>({ file: '', isSaved: false })
  const [savedNow, setSavedNow] = useState<string>()
  const [ran, setRan] = useState<{ readonly file: string; readonly run: Run | 'running' | undefined }>()
  const { as } = given
  const { file, isSaved } = where
  // Of another file nothing is said.
  const run = ran?.file === file ? ran.run : undefined
  useEffect(() => {
    let isOld = false
    act<Where>('project/where', { name, as }).then(
      (answer) => isOld || setWhere(answer),
      (error: Error) => isOld || setWhere({ file: error.message, isSaved: false }),
    )
    return () => {
      isOld = true
    }
  }, [name, as])
  const save = async () => {
    const saved = await attempt(() => act<{ readonly file: string }>('project/save', { ...given, name }))
    if (saved === undefined) return
    setWhere({ file: saved.file, isSaved: true })
    setSavedNow(saved.file)
    say(texts.record.saved(saved.file))
  }
  const runIt = async () => {
    if (run === 'running') return
    setRan({ file, run: 'running' })
    const answer = await attempt(() => act<Run>('project/run', { name, as }))
    setRan((other) => (other?.file === file ? { file, run: answer } : other))
  }
  return (
    <section aria-label={texts.record.inProject} class="border-t border-base-300 pt-3 flex flex-col gap-2">
      <div class="flex flex-wrap items-end gap-2">
        <label class="flex flex-col gap-1 flex-1 min-w-48">
          <span class="font-medium">{texts.record.fileName}</span>
          <input
            type="text"
            class="input input-sm w-full font-mono"
            spellcheck={false}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="button" class="btn btn-sm btn-primary" onClick={() => void save()}>
          {texts.record.save}
        </button>
        <button
          type="button"
          class="btn btn-sm"
          disabled={!isSaved}
          // Not disabled while it runs: the focus stays.
          aria-disabled={run === 'running'}
          onClick={() => void runIt()}
        >
          {run === 'running' ? texts.record.running : texts.record.run}
        </button>
      </div>
      <p class="font-mono text-quiet [overflow-wrap:anywhere]">{file}</p>
      {isSaved && savedNow !== file && <p class="text-quiet text-pretty">{texts.record.isSaved}</p>}
      {run !== undefined && run !== 'running' && (
        <div role="status" class="flex flex-col gap-1 max-h-48 overflow-y-auto">
          <VerdictSign
            verdict={
              run.passed ? { tone: 'right', word: texts.record.passed } : { tone: 'wrong', word: texts.record.failed }
            }
          />
          <Wire text={run.output} />
        </div>
      )}
    </section>
  )
}
