import type { Keyboard } from '../../terminal.ts'

/** A key that does something, or a character. */
export type Key = Named | { readonly text: string }

interface Named {
  readonly name: 'enter' | 'escape' | 'back' | 'ctrl-c' | 'ctrl-d' | 'ctrl-t'
}

/** Hears each key until the result is called. Terminals send keys that are no characters as sequences: those are left out. */
export function hearKeys(input: Keyboard, onKey: (key: Key) => void): () => void {
  const hear = (chunk: Buffer | string): void => {
    for (const key of readKeys(String(chunk))) onKey(key)
  }
  input.setRawMode?.(true)
  input.on('data', hear)
  input.resume()
  return () => {
    input.off('data', hear)
    input.setRawMode?.(false)
    input.pause()
  }
}

function readKeys(chunk: string): readonly Key[] {
  if (chunk === escapeCode) return [{ name: 'escape' }]
  if (chunk.startsWith(escapeCode)) return []
  return [...chunk].flatMap((character): Key[] => {
    const name = names.get(character)
    if (name !== undefined) return [{ name }]
    return character >= ' ' ? [{ text: character }] : []
  })
}

const escapeCode = '\u001b'

const names: ReadonlyMap<string, Named['name']> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u007f', 'back'],
  ['\b', 'back'],
  ['\u0003', 'ctrl-c'],
  ['\u0004', 'ctrl-d'],
  ['\u0014', 'ctrl-t'],
])
