import { digest } from '../../pushes/reading/identifiers.ts'
import { maskNumbers, maskWritten } from '../../text/phone.ts'
import { hasWord, withoutTyped } from '../../text/secrets/without-typed.ts'
import { type SessionEntry, type Sessions, type SessionTranscript, typedBefore } from '../sessions-look.ts'
import { isInSentence } from './next-page.ts'
import { abbreviationsOf, behindSecret, namelessScreen, numberlessScreen } from './screen-shape.ts'

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

/**
 * A session with its turns as whoever may look sees it: nothing in it names anybody.
 *
 * @param before what the same phone typed in earlier sessions: a conversation that goes on shows it again
 */
export function maskedSession(session: SessionTranscript, before: readonly string[]): SessionTranscript {
  const unnamed = withoutTyped([...before, ...session.transcript.map((turn) => turn.entered ?? '')])
  const own = session.transcript.flatMap(({ screen }) => abbreviationsOf(screen ?? ''))
  let asked: string | null = null
  let isBehindSecret = false
  let isOwed = false
  const transcript = session.transcript.map((turn) => {
    const { entered, screen, source } = turn
    // What is entered later is left out too: only the first of them, and those that answer such a screen, must be a secret.
    const isSecret = entered === null && (!isBehindSecret || isOwed || asked === sensitiveScreen)
    isBehindSecret ||= entered === null
    const goesOn = isInSentence(asked, entered)
    // It repeats nothing, and the screen that it stands for comes later.
    const isWaiting = source === 'waiting'
    isOwed = isSecret && isWaiting
    if (!isWaiting) asked = screen ?? asked
    const numberless = (text: string) => (isBehindSecret && !isWaiting ? numberlessScreen(text) : text)
    const shown = (text: string) =>
      isSecret && !isWaiting ? behindSecret : namelessScreen(unnamed(numberless(text)), own, goesOn)
    return {
      ...turn,
      entered: hasWord(entered ?? '') ? '*' : entered,
      // The secret may stand on the screens behind it, and is kept nowhere.
      screen: screen && shown(screen),
    }
  })
  return withShortNumbers({ ...session, transcript })
}

/** The numbers that were typed or shown. */
function withShortNumbers(session: SessionTranscript): SessionTranscript {
  const transcript = session.transcript.map((turn) => ({
    ...turn,
    entered: turn.entered && maskWritten(turn.entered),
    screen: turn.screen && maskWritten(turn.screen),
  }))
  return { ...maskedEntry(session), transcript }
}

/** Every session of that name or id, the newest first, as whoever may look sees it. @throws FMW_SESSION_UNKNOWN */
export async function maskedSessions(
  sessions: Pick<Sessions, 'get' | 'list'>,
  name: string,
): Promise<readonly SessionTranscript[]> {
  const id = await idOfSession(sessions, name)
  // All of them are found by the name of one.
  const called = id === name ? {} : { sessionId: name }
  const found = await sessions.get(id)
  return Promise.all(found.map(async (one) => ({ ...maskedSession(one, await typedBefore(one)), ...called })))
}

/** The id of the session that is called so; what is no such name is taken for an id. */
export async function idOfSession(sessions: Pick<Sessions, 'list'>, name: string): Promise<string> {
  const [, began, wanted] = digested.exec(name) ?? []
  if (began === undefined) return name
  const since = Number.parseInt(began, 36)
  const found = await sessions.list({ since, until: since + 1, limit: 1_000 })
  return found.sessions.find(({ sessionId }) => digest(sessionId) === wanted)?.sessionId ?? name
}

const digested = /^masked:([0-9a-z]{1,11}):([0-9a-f]{32})$/
// As sessions keep a screen that is sensitive itself.
const sensitiveScreen = '(sensitive)'
