import { shortened } from './break-text.ts'
import type { FitSettings } from './fit-settings.ts'
import type { Room } from './room.ts'
import { written } from './written.ts'

/** The first line of a text, in short where it is longer than its place. */
export function titleOf(text: string, characters: FitSettings['characters'], room: Room): string {
  return shortened(written(text, characters).replace(afterFirstLine, ''), room)
}

const afterFirstLine = /\n.*/s
