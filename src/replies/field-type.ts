import type { Words } from './read-word.ts'

/**
 * What a rich channel lets the user type (reference 2.6, FieldType); `number` is a whole number.
 *
 * @example
 * const field: FieldType = 'email'
 * turn.prompt('Your email address?', { field })
 */
export type FieldType = 'text' | 'phone' | 'email' | 'number' | 'decimal' | 'textarea'

/** Reference 2.6, FieldType; the first stands when none is given. */
export const fieldTypes: Words<FieldType> = ['text', 'phone', 'email', 'number', 'decimal', 'textarea']
