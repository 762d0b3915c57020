import { ownOptions } from '../../own-options.ts'

/**
 * What stands for the marks of an error line.
 *
 * @example
 * const limits: LineLimits = { min: '1', max: '20' }
 */
export interface LineLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly decimals?: string | undefined
  readonly example?: string | undefined
}

/**
 * Puts the limits of a question into an error line. The mark of a limit that the question does not have is left out.
 *
 * @example
 * ```ts
 * fillWords('From {min} to {max}, please.', { min: '1', max: '20' }) // 'From 1 to 20, please.'
 * ```
 */
export function fillWords(line: string, limits: LineLimits): string {
  const { min, max, decimals, example } = ownOptions(limits)
  return line.replace(marks, (mark) => {
    switch (mark) {
      case '{min}':
        return min ?? ''
      case '{max}':
        return max ?? ''
      case '{decimals}':
        return decimals ?? ''
      default:
        return example ?? ''
    }
  })
}

/**
 * A number that would do, for an error line: the usual one, or the limit that is nearest to it.
 *
 * @example
 * ```ts
 * exampleWithin(1, 20, 1500) // 20
 * ```
 */
export function exampleWithin(min: number, max: number, usual: number): number {
  return Math.min(Math.max(usual, min), max)
}

const marks = /\{(?:min|max|decimals|example)\}/g
