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

interface Run {
  readonly passed: boolean
  readonly output: string
}

/** Saves a recording in the project, under a path that is shown before, and runs it there. */
export function Saved({ given, usualName }: { given: Given; usualName: string }) {
  const [ownName, setName] = useState<string>()
  const name = ownName ?? usualName
  const [file, setFile] = useState('')
  const [savedAs, setSaved] = useState<{ readonly name: string; readonly as: Form }>()
  const [run, setRun] = useState<Run | 'running'>()
  const { as } = given
  useEffect(() => {
    let isOld = false
    act<{ readonly file: string }>('project/where', { name, as }).then(
      (answer) => isOld || setFile(answer.file),
      (error: Error) => isOld || setFile(error.message),
    )
    return () => {
      isOld = true
    }
  }, [name, as])
  const save = async () => {
    const saved = await attempt(() => act<{ readonly file: string }>('project/save', { ...given, name }))
    if (saved === undefined) return
    setSaved({ name, as })
    setRun(undefined)
    say(texts.record.saved(saved.file))
  }
  const runIt = async () => {
    setRun('running')
    setRun(await attempt(() => act<Run>('project/run', savedAs)))
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
          disabled={savedAs === undefined || run === 'running'}
          onClick={() => void runIt()}
        >
          {run === 'running' ? texts.record.running : texts.record.run}
        </button>
      </div>
      <p class="font-mono text-quiet [overflow-wrap:anywhere]">{file}</p>
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
