import type { Clock } from '../../clock.ts'
import type { Store, StoreLook } from '../../store/store.ts'
import { FMW_LOOK } from '../errors.ts'
import type { InboxParts } from '../inbox.ts'
import { type EraseOptions, erase, readErase } from './erase.ts'
import type { EraseReport } from './erase-report.ts'
import { exportPerson, type PersonExport, type PersonExportOptions, readExport } from './export.ts'
import { Whose } from './whose.ts'

/** What the data of people is looked at with. */
export interface PeopleParts extends Omit<InboxParts, 'look' | 'trail'> {
  /** Opens the store beside the application. */
  readonly look: () => Promise<StoreLook>
  readonly clock: Clock
  /** ms that the store keeps what is finished; undefined where nobody knows. */
  readonly keptFor?: number | undefined
}

/** Opens a store beside the application that has it open. @throws FMW_LOOK for one that lives in the process */
export async function besideOf(store: Pick<Store, 'name' | 'look'>): Promise<StoreLook> {
  if (store.look === undefined) throw new FMW_LOOK('the store', `is '${store.name}', which a restart erases`)
  return store.look()
}

/** What is kept of one person, whole: to be erased, or given to them. */
export class People {
  readonly #parts: PeopleParts

  constructor(parts: PeopleParts) {
    this.#parts = parts
  }

  /** @throws FMW_LOOK, FMW_STORE_UNAVAILABLE */
  async erase(given: EraseOptions): Promise<EraseReport> {
    const options = readErase(given)
    const { registration, country, clock, keptFor } = this.#parts
    const whose = new Whose(options.phone, country)
    return this.#with((look) => erase(look, { registration, clock, keptFor }, whose, options))
  }

  /** @throws FMW_LOOK, FMW_STORE_UNAVAILABLE */
  async export(given: PersonExportOptions): Promise<PersonExport> {
    const options = readExport(given)
    const { country, clock } = this.#parts
    const whose = new Whose(options.phone, country)
    return this.#with((look) => exportPerson(look, this.#parts, whose, options, clock.now()))
  }

  async #with<Result>(work: (look: StoreLook) => Promise<Result>): Promise<Result> {
    const look = await this.#parts.look()
    try {
      return await work(look)
    } finally {
      await look.close()
    }
  }
}
