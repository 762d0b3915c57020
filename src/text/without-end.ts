/**
 * A text without what it ends with, however often that stands there. A loop, because an expression such as `/#+$/` tries
 * each of a hostile text's tens of thousands of `#`, which takes seconds.
 *
 * @param end one character
 * @example
 * ```ts
 * withoutEnd('https://shop.example//', '/') // 'https://shop.example'
 * ```
 */
export function withoutEnd(text: string, end: string): string {
  let length = text.length
  while (length > 0 && text[length - 1] === end) length--
  return text.slice(0, length)
}
