import { act } from '../state/api.ts'
import { addCommands } from '../state/commands.ts'
import { attempt, say } from '../state/notices.ts'
import { texts } from '../texts.ts'

addCommands({ name: texts.commands.playFile, keys: 'w o', run: choose })

/** A file of a session that is dropped on the page is played here. @returns takes nothing any more */
export function takeDroppedFiles(): () => void {
  const over = (event: DragEvent): void => event.preventDefault()
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file !== undefined) void play(file)
  }
  document.addEventListener('dragover', over)
  document.addEventListener('drop', drop)
  return () => {
    document.removeEventListener('dragover', over)
    document.removeEventListener('drop', drop)
  }
}

function choose(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.html'
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file !== undefined) void play(file)
  }
  input.click()
}

/** Only its text is read: nothing of the file runs, or is drawn. */
async function play(file: File): Promise<void> {
  await attempt(async () => {
    const [, written] = /id="dialogue" value="([^"]+)"/.exec(await file.text()) ?? []
    const text = written?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    if (text === undefined) throw new Error(texts.played.none)
    const { title, steps, problem } = await act<Played>('dialogue/play', { text })
    if (problem !== null) throw new Error(problem)
    say(texts.played.well(title, steps.length))
  })
}

interface Played {
  readonly title: string
  readonly steps: readonly unknown[]
  readonly problem: string | null
}
