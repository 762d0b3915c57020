/**
 * How many bytes a store keeps of one registration. Of what is finished the oldest goes first, to make room; what waits or
 * runs never goes: where that fills the room, nothing more is accepted.
 *
 * @example
 * const room: StoreRoom = { ...standardRoom, entries: 4 * 1_073_741_824 }
 * const opened = store.open({ registration: 'default', log: app.log, room })
 */
export interface StoreRoom {
  /** Notifications, all but those that were rejected on arrival. */
  readonly entries: number
  /** Those that were rejected on arrival. */
  readonly rejected: number
  /** Identities, by which a repeat is known. */
  readonly identities: number
  /** Sessions with their transcripts, effects, and what may be resumed. */
  readonly sessions: number
}

const mebibyte = 1_048_576

/**
 * What holds where nothing is set: together with what a database needs beside it, less than 1 GB on the disk.
 *
 * @example
 * const room: StoreRoom = { ...standardRoom, rejected: 8 * 1_048_576 }
 */
export const standardRoom: StoreRoom = Object.freeze({
  entries: 256 * mebibyte,
  rejected: 32 * mebibyte,
  identities: 128 * mebibyte,
  sessions: 192 * mebibyte,
})
