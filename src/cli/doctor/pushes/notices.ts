import type { LineAnswer } from '../../../simulator/wire/lines/line.ts'
import { parseJson } from '../../../simulator/wire/names.ts'
import { printable } from '../../../text/clean-text.ts'
import { type Finding, failure, fine } from '../finding.ts'
import { type Asked, ask, isTaken, wordsOf } from './ask.ts'
import { markedPush, writtenPush } from './marked.ts'
import type { Target } from './target.ts'

/** Whether a notification is taken in both casings, and a second time. */
export async function noticeFindings(target: Target): Promise<readonly Finding[]> {
  const { kind } = target
  const first = writtenPush(kind, markedPush(kind, ''))
  const found = [judged('taken', 'a notification is acknowledged', await ask(target, first))]
  if (found.some(({ level }) => level !== 'fine')) return found
  const camel = await ask(target, writtenPush(kind, markedPush(kind, ''), 'camel'))
  return [
    ...found,
    judged('casings', 'names in both casings are taken', camel),
    judged('duplicates', 'the same notification is acknowledged again', await ask(target, first)),
  ]
}

function judged(check: string, good: string, asked: Asked): Finding {
  return isTaken(asked)
    ? fine(check, good)
    : failure(check, `It was not acknowledged: ${wordsOf(asked)}.`, remedyOf(asked))
}

/** What to do about a push that was not taken. */
export function remedyOf({ answer }: Asked): string {
  if (answer === null) return 'See that it runs, and answers within the time that the service gives.'
  if (answer.status === 401 || answer.status === 403)
    return 'Is the secret right? Give headers with --header; where only the service may push, run doctor from its addresses.'
  if (answer.status === 404) return 'npx fastify-merchant-webhooks urls app.js prints the addresses.'
  if (answer.status === 413)
    return 'It takes no body of this length: raise bodyLimit, or what a proxy allows (client_max_body_size of nginx).'
  const reason = ownReason(answer)
  return reason === undefined ? 'Its log says why.' : `It says why: ${reason}.`
}

/** What the plugin says of a push that it refused; of what others write it isn't known whether it repeats a secret. */
function ownReason({ body }: LineAnswer): string | undefined {
  const { code, detail }: { readonly code?: unknown; readonly detail?: unknown } = Object(parseJson(body.toString()))
  return /^FMW_\w+$/.test(String(code)) && typeof detail === 'string' ? printable(`${detail} (${code})`) : undefined
}
