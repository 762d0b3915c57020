import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What processes of Node.js complained of, of the lines that they wrote to stderr: the error, and the file and line of the
 * project at which it was made. Null where they wrote nothing.
 */
export function complaintOf(said: readonly string[]): string | null {
  const lines = said.filter((line) => line.trim() !== '' && !ofNode.test(line))
  const error = lines.find((line) => /^\[?\w*Error\b/.test(line)) ?? lines.at(-1)
  if (error === undefined) return null
  const place = said.map(placeIn).find((found) => found !== undefined)
  return place === undefined ? error : `${error} (${place})`
}

/** What Node.js says around an error. */
const ofNode = /^(?:Node\.js v|\s+at |file:|\s*\^|\(Use `node)/

/** Of the line over the source that is wrong, or of a frame of a stack; the project's own files alone. */
export function placeIn(line: string): string | undefined {
  const isFrame = /^ +at /.test(line)
  const place = isFrame ? line.slice(Math.max(line.lastIndexOf('('), line.lastIndexOf(' ')) + 1) : line
  const parts = place.split(':')
  // A frame has the column too.
  const before = isFrame ? -2 : -1
  const path = parts.slice(0, before).join(':')
  if (!/^\d+$/.test(parts.at(before) ?? '') || !/^(?:file:\/\/|\/|[A-Z]:\\)/.test(path)) return undefined
  const found = relative('', path.startsWith('file:') ? fileURLToPath(path) : path)
  const isOwn = found.split(sep).every((folder) => folder !== '..' && folder !== 'node_modules')
  return isOwn ? `${found}:${parts.at(before)}` : undefined
}
