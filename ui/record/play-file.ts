import { signal } from '@preact/signals'
import { act } from '../state/api.ts'
import { dialog } from '../state/commands.ts'
import { texts } from '../texts/later.ts'

/** The session that was played last. */
export const played = signal<PlayedSession | undefined>(undefined)

/** Only its text is read: nothing of the file runs, or is drawn. */
export async function play(file: File): Promise<void> {
  const written = await file.text()
  const text = heldIn(written, 'dialogue')
  if (text === undefined) throw new Error(texts.played.none)
  // A file of an earlier version doesn't say which rows it left out.
  const { all, left }: Pick<PlayedSession, 'all' | 'left'> = JSON.parse(
    heldIn(written, 'rows') ?? '{"all":0,"left":[]}',
  )
  played.value = { ...(await act<Played>('dialogue/play', { text })), all, left }
  dialog.value = 'played'
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
