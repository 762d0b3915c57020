import { hash } from 'node:crypto'

/**
 * What an identity or id is found by: the first 16 bytes of SHA-256, each a character. Whoever sends pushes chooses
 * what is in an identity, so a weaker hash would let them make one push hide another.
 */
export function keyOf(space: KeySpace, registration: number, text: string): string {
  return hash('sha256', `${space}${registration}\u0000${text}`, 'binary').slice(0, keyLength)
}

/** The key as SQLite keeps it. */
export function keyBytes(key: string): Buffer {
  return Buffer.from(key, 'latin1')
}

/** The key of those bytes. */
export function keyFrom(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** What is found by its digest; kinds of it never meet. */
export type KeySpace = 'id' | 'identity' | 'conflict'

const keyLength = 16
