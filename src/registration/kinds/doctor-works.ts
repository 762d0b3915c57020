import type { EntryWork, NotificationWorks } from '../../inbox/work.ts'
import type { Log } from '../../log.ts'
import { endedWork } from '../../payments/work/ended-work.ts'
import { isOfDoctor, type MarkedEvent } from '../../pushes/doctor-mark.ts'
import type { Incoming } from '../../pushes/event.ts'

/** Work of notifications, but for those of `doctor`: they are kept and are over. Nobody is asked about them, and no handler is called. */
export class DoctorWorks<Event extends MarkedEvent> implements NotificationWorks<Event> {
  readonly #works: NotificationWorks<Event>

  constructor(works: NotificationWorks<Event>) {
    this.#works = works
  }

  of(event: Event, incoming: Incoming, newLog: (() => Log) | undefined): EntryWork {
    return isOfDoctor(event) ? endedWork('doctor sent it') : this.#works.of(event, incoming, newLog)
  }
}
