import { limits } from '../../catalogue/limits.ts'
import type { Service } from '../service.ts'
import type { Session } from '../world/world.ts'

/** The 60 s that a subscriber has to answer (reference 8): a job, so it goes on after a snapshot was put back. */
export class SubscriberLimit {
  readonly #service: Service

  /** @param timeOut what is done when it is over */
  constructor(service: Service, timeOut: (session: Session) => Promise<unknown>) {
    this.#service = service
    service.jobs.done('subscriberLimit', async (data) => {
      const { sessionId, sequence } = data as { readonly sessionId: string; readonly sequence: number }
      const session = service.world.sessions.get(sessionId)
      const isWaiting = session?.ended === null && session.answerBy !== null && session.sequence === sequence
      if (isWaiting) await timeOut(session)
    })
  }

  /** The subscriber has a screen. On rich channels nothing hurries them. */
  start(session: Session): void {
    const { clock, jobs } = this.#service
    this.stop(session)
    if (session.ended !== null || session.channel !== 'ussd') return
    session.answerBy = clock.now() + limits.subscriberResponse.max
    const { id: sessionId, sequence } = session
    session.limitJob = jobs.after(limits.subscriberResponse.max, 'subscriberLimit', { sessionId, sequence })
  }

  /** The application is asked, or it is over. */
  stop(session: Session): void {
    session.answerBy = null
    if (session.limitJob !== null) this.#service.jobs.cancel(session.limitJob)
    session.limitJob = null
  }
}
