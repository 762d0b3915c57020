/** A body as text: UTF-8, without the byte order mark that some platforms write before everything. */
export function bodyText(body: Buffer): string {
  const text = body.toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
