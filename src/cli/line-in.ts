import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printable } from '../text/clean-text.ts'

/** The file and line of a frame of a stack, from the folder that the command was called in: `shop.js:41:22`. */
export function lineIn(frame: string): string {
  const place = frame.slice(Math.max(frame.lastIndexOf('('), frame.lastIndexOf(' ')) + 1).replace(/\)$/, '')
  return printable(relative('', place.startsWith('file:') ? fileURLToPath(place) : place))
}
