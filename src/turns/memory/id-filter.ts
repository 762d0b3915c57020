/** How many places a filter tells apart. */
export const filterPlaces = 16

/**
 * Knows roughly in which of a few places an id was put: it may name a place too many, never one too few. An id
 * that is nowhere, such as that of every new session, is mostly seen to be with one look at a few KiB.
 */
export class IdFilter {
  readonly #marks: DataView
  readonly #last: number

  /** @param ids how many there may be at once */
  constructor(ids: number) {
    const marks = 2 ** Math.min(mostBits, Math.max(leastBits, Math.ceil(Math.log2(ids)) + 1))
    this.#marks = new DataView(new ArrayBuffer(marks * markSize))
    this.#last = marks - 1
  }

  /**
   * The bits of the places where the id may be.
   *
   * @param hash of the id
   */
  placesOf(hash: number): number {
    return this.#marks.getUint16(this.#markOf(hash))
  }

  /**
   * @param hash of the id
   * @param bit the place's, one of the lowest sixteen
   */
  add(hash: number, bit: number): void {
    const mark = this.#markOf(hash)
    this.#marks.setUint16(mark, this.#marks.getUint16(mark) | bit)
  }

  /** Nothing is in the place any more. */
  empty(bit: number): void {
    const kept = ~(bit | (bit << filterPlaces))
    // Two marks at a time.
    for (let at = 0; at < this.#marks.byteLength; at += 2 * markSize) {
      this.#marks.setInt32(at, this.#marks.getInt32(at) & kept)
    }
  }

  #markOf(hash: number): number {
    return (hash & this.#last) * markSize
  }
}

// Bytes: a bit for each place.
const markSize = filterPlaces / 8
// 2 KiB to 2 MiB of marks.
const leastBits = 10
const mostBits = 20
