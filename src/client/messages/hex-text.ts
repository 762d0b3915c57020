import { nameType } from '../../pushes/push-problem.ts'
import type { RequestFields } from '../request-fields.ts'

/**
 * Bytes as the service writes them: a hexadecimal text of two digits each (reference 2.9).
 *
 * @param value such a text, as it is, or the bytes
 * @throws ClientFieldError
 */
export function readHex(fields: RequestFields, field: string, value: unknown): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  if (typeof text === 'string' && hex.test(text)) return text
  const received = typeof text === 'string' ? `a text of ${text.length} characters that is none` : nameType(text)
  throw fields.fault(field, 'bytes, or hexadecimal text of two digits a byte', text === '' ? 'empty' : received)
}

const hex = /^(?:[0-9a-f]{2})+$/i
