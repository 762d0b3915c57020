import type { PostgresSettings } from '../options.ts'
import type { Instance } from './instance.ts'
import type { Link } from './link.ts'
import type { Load } from './load.ts'

/** What the store of one who opened it works with. */
export interface UserParts<Room> {
  readonly link: Link
  readonly settings: PostgresSettings
  readonly registration: string
  readonly instance: Instance
  readonly load: Load
  /** Bytes. */
  readonly room: Room
}
