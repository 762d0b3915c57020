import { isVisible } from '../../replies/read-text.ts'

/** Whether a value is text with something to read in it. */
export function isLine(value: unknown): boolean {
  return typeof value === 'string' && isVisible(value)
}
