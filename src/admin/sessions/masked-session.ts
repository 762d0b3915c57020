import { digest } from '../../pushes/reading/identifiers.ts'
import { maskNumbers, maskWritten } from '../../text/phone.ts'
import type { SessionEntry, Sessions, SessionTranscript } from '../sessions-look.ts'

/**
 * What a session is called before people: its id, unless that holds a phone number. Then it is when it began, and a digest.
 */
export function nameOfSession({ sessionId, startedAt }: Pick<SessionEntry, 'sessionId' | 'startedAt'>): string {
  return maskNumbers(sessionId) === sessionId
    ? sessionId
    : `masked:${startedAt.getTime().toString(36)}:${digest(sessionId)}`
}

/** A session as a list shows it to people. */
export function maskedEntry<Entry extends SessionEntry>(session: Entry): Entry {
  return { ...session, sessionId: nameOfSession(session) }
}

/** A session with its turns: numbers that were typed or shown are shortened. */
export function maskedSession(session: SessionTranscript): SessionTranscript {
  const transcript = session.transcript.map((turn) => ({
    ...turn,
    entered: turn.entered && maskWritten(turn.entered),
    screen: turn.screen && maskWritten(turn.screen),
  }))
  return { ...maskedEntry(session), transcript }
}

/** Every session of that name or id, the newest first, as people may see it. @throws FMW_SESSION_UNKNOWN */
export async function maskedSessions(
  sessions: Pick<Sessions, 'get' | 'list'>,
  name: string,
): Promise<readonly SessionTranscript[]> {
  const [, began, wanted] = digested.exec(name) ?? []
  if (began === undefined) return (await sessions.get(name)).map(maskedSession)
  const since = Number.parseInt(began, 36)
  const found = await sessions.list({ since, until: since + 1, limit: 1_000 })
  const own = found.sessions.find(({ sessionId }) => digest(sessionId) === wanted)
  // All of them are found by the name of one.
  return (await sessions.get(own?.sessionId ?? name)).map((one) => ({ ...maskedSession(one), sessionId: name }))
}

const digested = /^masked:([0-9a-z]{1,11}):([0-9a-f]{32})$/
