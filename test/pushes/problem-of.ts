import { expect } from 'vitest'
import { PushProblem } from '../../src/pushes/push-problem.ts'

/** What a reader refused its input with; fails when it took it, or threw anything but a problem. */
export function problemOf(read: () => unknown): PushProblem {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(PushProblem)
    if (error instanceof PushProblem) return error
  }
  throw new Error('It was taken, not refused')
}
