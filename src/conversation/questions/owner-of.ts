/**
 * Whose option it is, in words: a question's, or that of a step, which is named for its function.
 *
 * @example
 * ownerOf('whole') // 'the question whole'
 * ownerOf('talk.pay') // 'talk.pay'
 */
export function ownerOf(name: string): string {
  return name.startsWith('talk.') ? name : `the question ${name}`
}
