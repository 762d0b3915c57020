import type { SessionTranscript, SessionTurn } from '../../admin/sessions-look.ts'
import { printable } from '../../text/clean-text.ts'
import { readArgs, storeOptions } from '../look/look-args.ts'
import { withSessions } from '../look/look-at-store.ts'
import { showTime } from '../look/read-time.ts'
import { showable, showJson } from '../showable.ts'
import type { Terminal } from '../terminal.ts'

/** `fastify-merchant-webhooks sessions get`: the turns of a session, masked; of several with one id, the newest last. */
export async function getSession(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, word } = readArgs(args, storeOptions, 'one session, by its id')
  await withSessions(values, async (sessions) => {
    const found = await sessions.get(word)
    if (values.json === true) terminal.out(showJson({ sessions: found }, 2))
    else terminal.out(found.toReversed().map(describeSession).join('\n\n'))
  })
}

function describeSession({
  sessionId,
  kind,
  phone,
  startedAt,
  isOver,
  fallbacks,
  transcript,
}: SessionTranscript): string {
  const marks = [isOver ? 'over' : 'open', ...(fallbacks === 0 ? [] : [`${fallbacks} not by the handler in time`])]
  const heading = `${showable(sessionId)}  ${kind}  ${showable(phone)}  ${showTime(startedAt)} GMT  ${marks.join(', ')}`
  return [heading, ...transcript.map((turn) => describeTurn(turn, startedAt))].join('\n\n')
}

/** What was entered, what it was answered with, and how long that took. */
function describeTurn(
  { at, sequence, type, entered, screen, source, ms, isFallback }: SessionTurn,
  startedAt: Date,
): string {
  const after = ((at.getTime() - startedAt.getTime()) / 1_000).toFixed(1)
  const answer = source === null ? 'still at work' : `${source} in ${Math.round(Number(ms))} ms`
  const said = entered === null ? '(masked)' : printable(entered)
  const heading = [
    isFallback ? '!' : ' ',
    `+${after} s`,
    sequence === null ? '' : `#${sequence}`,
    type,
    said,
    `[${answer}]`,
  ]
  return [heading.filter((part) => part !== '').join(' '), ...linesOf(screen)].join('\n')
}

function linesOf(screen: string | null): readonly string[] {
  return screen === null ? [] : screen.split('\n').map((line) => `      ${printable(line)}`.trimEnd())
}
