/** Longer answers are not read to their end: what is read is kept in memory, and in the store beside its payment. Bytes. */
export const maxAnswerLength = 1_048_576

/** The text of an answer's body; null where it is longer than what is taken, and the rest of it is left unread. */
export async function readBody(response: Response): Promise<string | null> {
  const { body } = response
  if (!isStream(body)) return withinLimit(await response.text())
  const chunks: Buffer[] = []
  let length = 0
  // To leave the loop cancels the body.
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxAnswerLength) return null
    chunks.push(bytes)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A `fetch` of the merchant's own may give no body that can be read in chunks. */
function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

function withinLimit(text: string): string | null {
  return Buffer.byteLength(text) > maxAnswerLength ? null : text
}
