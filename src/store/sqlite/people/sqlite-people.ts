import { checkPage } from '../../lists/page.ts'
import type { StopsLook } from '../../people/stops.ts'
import type { TrailLook, TrailStore } from '../../people/trail.ts'
import type { Ask } from '../worker/dispatcher.ts'
import type { InboxReads } from '../worker/file-reader.ts'
import type { PeopleOperations } from './people-tables.ts'

/** How the tables of people are read and written: through the application's threads, or beside it, whether it runs or not. */
export interface PeopleWay {
  readonly read: Ask<InboxReads>
  readonly write: Ask<PeopleOperations>
}

/** The trail of every registration. */
export function trailBy({ read, write }: PeopleWay): TrailLook {
  return {
    append: (registration, line) => write('addLine', [registration, line]),
    list: async (query) => {
      checkPage(query)
      return read('lines', [query])
    },
  }
}

/** The same as the application of a registration has it. @param room bytes */
export function trailOf(way: PeopleWay, registration: string, room: number): TrailStore {
  return {
    ...trailBy(way),
    sweep: async (keep, most) => {
      const past = await way.read('pastLines', [registration, Date.now() - keep, room, Math.floor(most)])
      return past.length === 0 ? 0 : way.write('forgetLines', [past])
    },
  }
}

/** Which kinds are stopped. */
export function stopsBy({ read, write }: PeopleWay): StopsLook {
  return {
    list: (registration) => read('stops', [registration]),
    stop: (registration, stop) => write('stopKind', [registration, stop]),
    start: (registration, kind) => write('startKind', [registration, kind]),
  }
}

/** The same for an application, which starts without the thread that reads. */
export function stopsFromStart(way: PeopleWay): StopsLook {
  let hasLooked = false
  return {
    ...stopsBy(way),
    list: async (registration) => {
      // A writer that waits for its disk holds up no stop.
      if (hasLooked) return way.read('stops', [registration])
      const stops = await way.write('listStops', [registration])
      hasLooked = true
      return stops
    },
  }
}
