import { isRecord } from '../pushes/is-record.ts'
import { trace } from '../trace.ts'
import type { ServiceSession } from './service-session.ts'

/**
 * Tells a session while it waits for a reply what the reply does not say: whether the screen asks for something sensitive.
 * An application in another process is not heard.
 *
 * @returns stops it
 */
export function hearAnswers(session: ServiceSession): () => void {
  const hear = (told: unknown): void => {
    if (!isRecord(told) || told.sessionId !== session.id) return
    session.hear(typeof told.hidesNext === 'boolean' ? told.hidesNext : undefined)
  }
  trace.answered.subscribe(hear)
  return () => trace.answered.unsubscribe(hear)
}
