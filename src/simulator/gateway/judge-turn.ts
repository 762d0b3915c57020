import { isTurnKind } from '../../pushes/kinds.ts'
import { readRequest } from '../control/reading.ts'
import { logged } from '../log/row.ts'
import { type LineAnswer, strangenessOf } from '../wire/lines/line.ts'
import { isFields } from '../wire/samples.ts'
import { bytesOf, type Sealed } from '../wire/sealed.ts'
import { type AskedSession, type GatewayRules, readAnswer } from './read-answer.ts'

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
  if (!isFields(fields)) return undefined
  const { SessionId: id, Type, Operator: operator, ServiceCode } = fields
  // Nobody sees what is answered to the end of a session. What names none is refused by the application.
  if (typeof id !== 'string' || /^(?:release|timeout)$/i.test(String(Type))) return undefined
  // Rich channels have a word there (reference 2.5).
  const isRich = kind === 'programmable' && typeof ServiceCode === 'string' && /^[^\d]+$/.test(ServiceCode)
  return { id, kind, channel: isRich ? 'app' : 'ussd', operator: typeof operator === 'string' ? operator : '' }
}
