import { PushProblem } from '../../src/pushes/reading/push-problem.ts'

/** What a reader made of its input, or the problem that it refused it with. Anything else that it throws goes on. */
export function attempt<Value>(read: () => Value): Value | PushProblem {
  try {
    return read()
  } catch (error) {
    if (error instanceof PushProblem) return error
    throw error
  }
}

/** What a reader refused its input with; fails when it took it, or threw anything but a problem. */
export function problemOf(read: () => unknown): PushProblem {
  const outcome = attempt(read)
  if (outcome instanceof PushProblem) return outcome
  throw new Error('It was taken, not refused')
}
