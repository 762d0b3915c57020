import type { AttemptRecord, NewEntry } from '../../entry.ts'
import type { StoreRoom } from '../../store.ts'
import { askForRow, bytesGone, RoomWatch, vacuum } from '../room-watch.ts'
import type { UserParts } from '../server/user-parts.ts'
import { numberAt, toColumn } from '../statement.ts'
import { besides, bytesOfEntry, forgetEntries, goneEntries } from './sweep.ts'

/** Room for the entries of a registration: those that were rejected on arrival have one of their own. */
export class EntryRooms {
  readonly #accepted: RoomWatch
  readonly #rejected: RoomWatch

  constructor({ link, settings, registration, instance, room }: UserParts<StoreRoom>) {
    const { schema, name } = settings
    const own = toColumn(registration)
    const others = (): number => instance.others
    const ask = askForRow(link)
    const tidy = () => vacuum(link, `${schema}.entries`)
    const countOf = (which: string, most: number) => async (): Promise<number> =>
      numberAt(await ask(countEntries(schema, which), [own, most]), 0)
    const accepted: readonly (readonly [state: string, which: string])[] = [
      ['done', ''],
      ['rejected', 'AND e.fence IS NOT NULL'],
      ['dead', ''],
    ]
    this.#accepted = new RoomWatch(name, others, {
      most: room.entries,
      count: countOf(`(e.state <> 'rejected' OR e.fence IS NOT NULL)`, room.entries),
      forget: async () => {
        for (const [state, which] of accepted) {
          const text = forgetEntries(schema, `e.state = $2 ${which}`, atOnce)
          const gone = bytesGone(await ask(text, [own, state]))
          if (gone !== undefined) return gone
        }
        return undefined
      },
      tidy,
    })
    this.#rejected = new RoomWatch(name, others, {
      most: room.rejected,
      count: countOf(isUnread, room.rejected),
      forget: async () => bytesGone(await ask(forgetUnread(schema), [own])),
      tidy,
    })
  }

  /** @throws FMW_STORE_UNAVAILABLE where there is no room for it */
  take({ id, state, payload }: NewEntry): void {
    const watch = state === 'rejected' ? this.#rejected : this.#accepted
    watch.take(payload.byteLength + 4 * id.length + besides)
  }

  /** Counts what is written of an attempt. */
  note({ error }: AttemptRecord): void {
    if (error !== null) this.#accepted.note(2 * error.length)
  }
}

const isUnread = `(e.aside = 'rejected' AND e.fence IS NULL)`

/** While the whole table is smaller than the room, what it takes is no matter of its rows. */
function countEntries(schema: string, which: string): string {
  return `SELECT CASE WHEN pg_total_relation_size('${schema}.entries') < $2::bigint / 2 THEN 0 ELSE (
    SELECT coalesce(sum(${bytesOfEntry}), 0) FROM ${schema}.entries e
    WHERE e.registration = $1 AND ${which}
  ) END`
}

function forgetUnread(schema: string): string {
  return `WITH old AS MATERIALIZED (
    SELECT e.registration, e.seq FROM ${schema}.entries e WHERE e.registration = $1 AND ${isUnread}
    ORDER BY e.registration, e.seq LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
  ), ${goneEntries(schema)}`
}

const atOnce = 200
