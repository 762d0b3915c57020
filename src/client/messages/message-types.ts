/**
 * How the content of a message is written (reference 2.9).
 *
 * @example
 * const type: MessageType = 'unicode'
 */
export type MessageType = (typeof messageTypes)[number]['type']

/** The types of reference 2.9 with their numbers; that of a WAP push (4.4) is not shown. */
export const messageTypes = [
  { type: 'text', wire: 0 },
  { type: 'binary', wire: 1 },
  { type: 'unicode', wire: 2 },
] as const

/** The type that a number means; null where none came or it is not known. */
export function readMessageType(wire: number | null): MessageType | null {
  return messageTypes.find((row) => row.wire === wire)?.type ?? null
}
