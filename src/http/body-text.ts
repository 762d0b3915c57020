/** A body as its parser hands it over: text, or the bytes that a verifier of the scope looks at. */
export type Body = string | Buffer

/** Whether there was a body at all. */
export function isBody(body: unknown): body is Body {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** A body as text: UTF-8, without the byte order mark that some platforms write before everything. */
export function bodyText(body: Body): string {
  const text = typeof body === 'string' ? body : body.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
