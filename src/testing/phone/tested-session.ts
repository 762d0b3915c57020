import type { Mishap } from '../../simulator/phone/transcript.ts'
import type { Session } from '../../simulator/world/world.ts'

/** A session with an application, and what a test wants to know of it. */
export interface TestedSession extends Session {
  /** What the service calls the payment that the session ends with. */
  readonly paymentId: string
  /** What went wrong in the application in its turns. */
  mishap: Mishap | undefined
  /** What was entered at sensitive screens of its phone. */
  readonly secrets: () => readonly string[]
}
