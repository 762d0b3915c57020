/** What an entry takes in the file, with what is kept beside its payload. Bytes. */
export function weightOfEntry(id: string, payload: number): number {
  return payload + 4 * id.length + besides
}

/** What an identity takes. */
export const identityWeight = 192

const besides = 1_024
