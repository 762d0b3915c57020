import { computed, signal } from '@preact/signals'
import { addCommands, dialog } from '../state/commands.ts'
import { rows } from '../state/log/rows.ts'
import { attempt } from '../state/notices.ts'
import { texts } from '../texts/index.ts'

/** Whether there is something to save. */
const hasRows = computed(() => rows.value.length > 0)

/** What is done with the file of a session. */
export const fileCommands = [
  {
    name: texts.commands.saveFile,
    also: texts.commands.saveFileAlso,
    keys: 'w s',
    isPossible: () => hasRows.value,
    run: () => {
      dialog.value = 'save'
    },
  },
  { name: texts.commands.playFile, keys: 'w o', run: choose },
]

addCommands('rest', ...fileCommands)

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

function choose(): void {
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

/** Its file of the page comes when somebody has one to play. */
async function play(file: File): Promise<void> {
  await attempt(async () => (await import('../record/play-file.ts')).play(file))
}
