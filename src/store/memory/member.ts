import { FMW_STORE_UNAVAILABLE } from '../errors.ts'

/** One of those who have the store open. */
export class Member {
  #isOpen = true

  get isOpen(): boolean {
    return this.#isOpen
  }

  close(): void {
    this.#isOpen = false
  }

  /** @throws FMW_STORE_UNAVAILABLE */
  checkOpen(): void {
    if (!this.#isOpen) throw new FMW_STORE_UNAVAILABLE('memory', 'it was closed')
  }
}
