import { isUtf8 } from 'node:buffer'

/** What bytes say. */
export interface BodyText {
  readonly text: string
  /** What they were read as where they are no UTF-8; undefined where they are. */
  readonly charset: string | undefined
}

/**
 * Bytes as text: UTF-8, else in the charset that they are declared to have, else in the one that gives each byte a character
 * of its own. Two references that differ in one letter must not become one.
 */
export function readBytes(bytes: Uint8Array, contentType = ''): BodyText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(buffer)) return { text: buffer.toString(), charset: undefined }
  return declaredText(buffer, contentType) ?? { text: fallback.decode(buffer), charset: fallback.encoding }
}

/**
 * A body as it is kept: its own bytes, unless they can only be read with what was declared of them, which is not kept.
 */
export function keptBytes(bytes: Buffer, contentType = ''): Buffer {
  const { text, charset } = readBytes(bytes, contentType)
  return charset === undefined || charset === fallback.encoding ? bytes : Buffer.from(text)
}

function declaredText(bytes: Buffer, contentType: string): BodyText | undefined {
  const label = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]
  if (label === undefined) return undefined
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    return { text: decoder.decode(bytes), charset: decoder.encoding }
  } catch {
    return undefined
  }
}

const fallback = new TextDecoder('windows-1252')
