import { timingSafeEqual } from 'node:crypto'

/**
 * Whether a value that came with a request is one of the expected texts. How long it takes tells how long the
 * value is and how many texts there are, never how much of one was right: the value is copied into a zeroed
 * buffer as long as each text, every text is compared, and the lengths are compared apart.
 *
 * @param expected at least one text, well-formed and without NUL
 */
export function matchesAny(expected: readonly string[]): (given: unknown) => boolean {
  const texts = expected.map((text) => Buffer.from(text))
  const scratch = Buffer.alloc(Math.max(...texts.map((text) => text.length)))
  const slots = texts.map((text) => ({ text, copy: scratch.subarray(0, text.length), length: text.length }))

  return (given) => {
    // A lone surrogate would be written as U+FFFD, and so equal a text that holds one.
    if (typeof given !== 'string' || !given.isWellFormed()) return false
    scratch.fill(0)
    scratch.write(given)
    const length = Buffer.byteLength(given)
    let matched = 0
    for (const slot of slots) {
      matched |= Number(timingSafeEqual(slot.copy, slot.text)) & Number(slot.length === length)
    }
    return matched === 1
  }
}
