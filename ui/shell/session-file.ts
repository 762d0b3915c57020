import { signal } from '@preact/signals'
import { act } from '../state/api.ts'
import { addCommands, dialog } from '../state/commands.ts'
import { attempt } from '../state/notices.ts'
import { texts } from '../texts/index.ts'

addCommands('rest', { name: texts.commands.playFile, keys: 'w o', run: choose })

/** Whether a file is held over the page. */
export const isDragged = signal(false)

/** A file of a session that is dropped on the page is played here. @returns takes nothing any more */
export function takeDroppedFiles(): () => void {
  const over = (event: DragEvent): void => {
    event.preventDefault()
    isDragged.value = event.dataTransfer?.types.includes('Files') === true
  }
  const leave = ({ relatedTarget }: DragEvent): void => {
    // From one part of the page to the next it isn't left.
    if (relatedTarget === null) isDragged.value = false
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    isDragged.value = false
    const [file] = event.dataTransfer?.files ?? []
    if (file !== undefined) void play(file)
  }
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', leave)
  document.addEventListener('drop', drop)
  return () => {
    document.removeEventListener('dragover', over)
    document.removeEventListener('dragleave', leave)
    document.removeEventListener('drop', drop)
  }
}

export function choose(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.html'
  input.hidden = true
  input.onchange = () => {
    const [file] = input.files ?? []
    input.remove()
    if (file !== undefined) void play(file)
  }
  input.oncancel = () => input.remove()
  // Some browsers open nothing for what stands in no document.
  document.body.append(input)
  input.click()
}

/** The session that was played last. */
export const played = signal<PlayedSession | undefined>(undefined)

/** Only its text is read: nothing of the file runs, or is drawn. */
async function play(file: File): Promise<void> {
  await attempt(async () => {
    const written = await file.text()
    const text = heldIn(written, 'dialogue')
    if (text === undefined) throw new Error(texts.played.none)
    // A file of an earlier version doesn't say which rows it left out.
    const { all, left }: Pick<PlayedSession, 'all' | 'left'> = JSON.parse(
      heldIn(written, 'rows') ?? '{"all":0,"left":[]}',
    )
    played.value = { ...(await act<Played>('dialogue/play', { text })), all, left }
    dialog.value = 'played'
  })
}

function heldIn(page: string, id: 'dialogue' | 'rows'): string | undefined {
  const [, written] = new RegExp(`id="${id}" value="([^"]+)"`).exec(page) ?? []
  return written?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
}

interface Played {
  readonly title: string
  readonly steps: readonly { readonly does: string; readonly problem: string | null; readonly ms: number }[]
  readonly problem: string | null
}

interface PlayedSession extends Played {
  /** How many rows it has; 0 where it doesn't say. */
  readonly all: number
  readonly left: readonly { readonly row: number; readonly kind: string; readonly why: string }[]
}
