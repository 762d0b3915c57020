import { isForged, isHeldUp, isNowhere } from '../state/log/verdict.ts'
import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'

/** What is wrong with a row, with the first words of an answer that refuses it; null where nothing is. */
export function problemOf(row: WholeRow): string | null {
  const { problem, verdict, status, direction, response, url } = row
  // Its story says until when.
  if (isHeldUp(row)) return null
  if (isRefusedForgery(row)) return texts.problems.forgeryRefused(row.status)
  if (problem !== null) return problem
  if (verdict === 'failed') return failureOf(row)
  if (verdict === 'late') return texts.problems.late
  if (verdict !== 'refused' || status === null) return null
  const said = texts.problems.refused(direction, status, saidIn(response?.text.trim() ?? '').slice(0, longest))
  const next = direction === 'push' ? texts.problems.next(status, URL.parse(url)?.pathname ?? url) : undefined
  return next === undefined ? said : `${/[.!?]$/.test(said) ? said : `${said}.`} ${next}`
}

/** Whether your app did what it should with a push that isn't the service's. */
export function isRefusedForgery({ faults, status }: Pick<WholeRow, 'faults' | 'status'>): boolean {
  return isForged({ faults }) && status !== null && status >= 400 && !isNowhere(status)
}

/** Why the handler of a turn has no reply of its own. */
function failureOf({ thrown, source }: WholeRow): string {
  if (thrown !== null) return texts.problems.thrown(thrown.line, thrown.place)
  return (source === 'failed' ? undefined : texts.work.turns[source ?? '']?.long) ?? texts.problems.unknownFailure
}

/** The sentence of a problem, where it is one; else all of it. */
function saidIn(text: string): string {
  try {
    const { title, detail, message } = Object(JSON.parse(text))
    const said = [title, detail, message].filter((one) => typeof one === 'string')
    return said.length === 0 ? text : said.join(': ')
  } catch {
    return text
  }
}

// Characters: the whole of it is a tab away.
const longest = 300
