/**
 * A link of a ring, alone when it is made. One that stands for nothing marks where the ring begins: what is
 * newer than it is the oldest of the others.
 */
export class RingLink {
  #older: RingLink = this
  #newer: RingLink = this

  get newer(): RingLink {
    return this.#newer
  }

  /** Alone again. */
  takeOut(): void {
    this.#older.#newer = this.#newer
    this.#newer.#older = this.#older
    this.#older = this
    this.#newer = this
  }

  /** Takes its place as the newest of the ring that begins at `start`. */
  moveToEnd(start: RingLink): void {
    this.takeOut()
    this.#older = start.#older
    this.#newer = start
    this.#older.#newer = this
    start.#older = this
  }
}
