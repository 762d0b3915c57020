/** What a text says as JSON; undefined where it is none. The error of `JSON.parse` would quote the text, which may be private. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
