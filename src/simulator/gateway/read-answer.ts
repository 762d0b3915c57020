import { isTurnKind } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import { readRequest } from '../control/reading.ts'
import { type LogRow, logged } from '../log/row.ts'
import type { Screen } from '../phone/screen.ts'
import { isSilence, type LineAnswer, strangenessOf } from '../wire/lines/line.ts'
import { bytesOf, type Sealed } from '../wire/sealed.ts'
import type { Session } from '../world/world.ts'
import { doubtsOf } from './doubts.ts'
import { readReply } from './read-reply.ts'
import { cutOff, fitText, isWritable, missingFields, type RichRules, tooLong, type UssdRules } from './rules.ts'

/** What the service makes of an answer. */
export interface ReadAnswer {
  /** Undefined where it takes none of it: the subscriber sees UUE, or URNF where nothing is at the address. */
  readonly screen: Screen | undefined
  /** What is wrong with it; null where nothing is. */
  readonly problem: string | null
}

/** The session that a push asked for a screen. */
export type AskedSession = Pick<Session, 'id' | 'kind' | 'channel' | 'operator'>

/** How the gateway behaves. */
export interface GatewayRules {
  readonly ussd: UssdRules
  readonly rich: RichRules
}

/** Reads an answer strictly, as the gateway does, and cuts its text to what the phone shows. */
export function readAnswer(answer: LineAnswer, session: AskedSession, { ussd: rules, rich }: GatewayRules): ReadAnswer {
  const { status, headers, body } = answer
  const { kind, id: sessionId, operator, channel } = session
  try {
    const reply = { status, headers, body: body.toString() }
    const screen = readReply(reply, { kind, sessionId, ms: 0 }, (problem, section) => {
      throw new Refused(`${problem} (API document, ${section})`)
    })
    if (channel !== 'ussd') {
      const missing = missingFields(screen, rich)
      if (missing.length > 0) throw new Refused(`it has no ${missing.join(' and no ')}, which rich channels demand`)
      return { screen, problem: joined(doubtsOf(screen, kind)) }
    }
    if (!isWritable(screen.text, rules))
      throw new Refused(`its Message has characters outside ${rules.characters === 'ascii' ? 'ASCII' : 'GSM 7-bit'}`)
    const shown = fitText(screen.text, operator, rules)
    const { text, rest } = shown
    const doubts = doubtsOf(screen, kind)
    if (rest === '') return { screen, problem: joined(doubts) }
    if (rules.longScreens === 'refused') throw new Refused(tooLong(shown))
    return { screen: { ...screen, text, cutOff: rest }, problem: joined([cutOff(shown), ...doubts]) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return {
      screen: undefined,
      problem: `the service refuses this reply, and the subscriber sees ${refusalCode(status)}: ${adviceOn(answer) ?? error.message}`,
    }
  }
}

function joined(problems: readonly string[]): string | null {
  return problems.length === 0 ? null : problems.join('; ')
}

/** An address where nothing is: nobody has finished setting it up. */
function refusalCode(status: number): 'URNF' | 'UUE' {
  return status === 404 ? 'URNF' : 'UUE'
}

/** What to do about an answer that is none of a screen's; undefined where the reason says it. */
function adviceOn(answer: LineAnswer): string | undefined {
  const { status, body } = answer
  const strange = strangenessOf(answer)
  if (strange !== null) return strange
  if (status === 404) return 'its status is 404, nothing is at this path: app.merchant.urls has the addresses'
  if (status === 401 || status === 403)
    return `its status is ${status}, the application lets nobody in: is its secret in the address, or in a header?`
  if (status >= 500) return `its status is ${status}, the application failed: its log says why`
  return body.length === 0 ? 'it is empty: a turn is answered with JSON, as turn.end does' : undefined
}

class Refused extends Error {}

/** What the subscriber sees, and what was wrong with the answer. */
export interface ShownAnswer {
  readonly screen: Screen
  readonly problem: string | null
}

/** What the subscriber sees of a push and its answer. @param answer null where none came */
export function readShown(
  row: LogRow,
  answer: LineAnswer | null,
  session: AskedSession,
  rules: GatewayRules,
): ShownAnswer {
  const { ms } = row
  if (row.faults.includes(overtaken)) {
    return {
      screen: errorScreen('ST', 0, ms),
      problem: 'the subscriber sees ST: a Timeout came while the turn ran',
    }
  }
  if (answer === null) {
    const code = isSilence(row.problem) ? 'UUT' : 'CSP'
    return { screen: errorScreen(code, 0, ms), problem: `the subscriber sees ${code}: ${row.problem}` }
  }
  const { screen, problem } = readAnswer(answer, session, rules)
  if (screen !== undefined) return { screen: { ...screen, ms }, problem }
  return { screen: errorScreen(refusalCode(answer.status), answer.status, ms), problem }
}

/** The fault that ends a turn before its answer is there. */
export const overtaken = 'timeoutDuringTurn'

/** What the subscriber reads where the service shows no screen: it ends the session. */
export function errorScreen(code: string, status: number, ms: number): Screen {
  return { text: code, type: 'release', gatewayError: code, raw: null, status, ms }
}

/**
 * What is wrong with the answer to a push that no phone sent. A turn's is judged as where a subscriber waits for the screen,
 * any other by what no application with the plugin gives. Null where nothing is.
 */
export function problemOfAnswer(answer: LineAnswer, sealed: Sealed, rules: GatewayRules): string | null {
  const session = askedBy(sealed)
  return session === undefined ? strangenessOf(answer) : readAnswer(answer, session, rules).problem
}

/** The session that a push asks for a screen, as its own bytes say; undefined where it asks for none. */
function askedBy(sealed: Sealed): AskedSession | undefined {
  const { kind, method, url, headers, faults } = sealed
  if (!isTurnKind(kind) || method !== 'POST' || faults.includes('forge')) return undefined
  const fields = readRequest({ kind, url, request: logged(headers, bytesOf(sealed)) })
  if (!isRecord(fields)) return undefined
  const { SessionId: id, Type, Operator: operator, ServiceCode } = fields
  // Nobody sees what is answered to the end of a session. What names none is refused by the application.
  if (typeof id !== 'string' || /^(?:release|timeout)$/i.test(String(Type))) return undefined
  // Rich channels have a word there (reference 2.5).
  const isRich = kind === 'programmable' && typeof ServiceCode === 'string' && /^[^\d]+$/.test(ServiceCode)
  return { id, kind, channel: isRich ? 'app' : 'ussd', operator: typeof operator === 'string' ? operator : '' }
}
