import { strangenessOf } from '../../../simulator/wire/lines/line.ts'
import { type Finding, failure, fine, warning } from '../finding.ts'
import { type Asked, ask, isTaken, wordsOf } from './ask.ts'
import type { Target } from './target.ts'

/** Undefined where it redirects nowhere. */
export function redirectFinding({ answer }: Asked): Finding | undefined {
  if (answer === null || answer.status < 300 || answer.status > 399) return undefined
  const remedy = 'Register the address that it leads to, or take the redirect away.'
  return failure('redirects', `${strangenessOf(answer)}.`, remedy)
}

/** Whether the address answers a look by GET and HEAD, as some senders take it before their first push. */
export async function probeFinding(target: Target): Promise<Finding> {
  for (const method of ['GET', 'HEAD'] as const) {
    const asked = await ask(target, { method, query: '', headers: {}, body: null })
    if (asked.answer === null)
      return failure('probes', `${method}: ${asked.problem}.`, 'See that it runs, and who answers there.')
    const redirect = redirectFinding(asked)
    if (redirect !== undefined) return redirect
    const strange = strangenessOf(asked.answer)
    if (strange !== null) return failure('probes', `${strange}.`, 'Lead the address to the application.')
    if (!isTaken(asked)) {
      return warning(
        'probes',
        `A look by ${method} is refused: ${wordsOf(asked)}.`,
        'Answer 200 with an empty body, and do nothing.',
      )
    }
  }
  return fine('probes', 'GET and HEAD are answered with 200')
}
