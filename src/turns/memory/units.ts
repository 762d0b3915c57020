import { Buffer } from 'node:buffer'

/** Texts, one behind the other as UTF-16 units: outside of the heap that is collected. */
export class Units {
  #units = new Uint16Array(least)
  #length = 0

  /** Where the next text begins. */
  get length(): number {
    return this.#length
  }

  get bytes(): number {
    return this.#length * unit
  }

  add(text: string): void {
    const from = this.#length
    this.#length += text.length
    if (this.#length > this.#units.length) this.#makeRoom()
    const units = this.#units
    for (let at = 0; at < text.length; at++) units[from + at] = text.charCodeAt(at)
  }

  /** Whether a text stands there. */
  isAt(from: number, to: number, text: string): boolean {
    if (text.length !== to - from) return false
    const units = this.#units
    for (let at = 0; at < text.length; at++) {
      if (units[from + at] !== text.charCodeAt(at)) return false
    }
    return true
  }

  read(from: number, to: number): string {
    return Buffer.from(this.#units.buffer, from * unit, (to - from) * unit).toString('utf16le')
  }

  /** Forgets all, screens that were somebody's own among them; their room is kept for others. */
  clear(): void {
    this.#units.fill(0, 0, this.#length)
    this.#length = 0
  }

  #makeRoom(): void {
    const units = new Uint16Array(Math.max(this.#length, 2 * this.#units.length))
    units.set(this.#units)
    this.#units = units
  }
}

// Bytes.
const unit = 2
// Units: some thirty ids of the usual length.
const least = 1_024

/** Numbers outside of the heap that is collected: what they take, bytes. */
export const int = 4
export const float = 8

/** The same bytes with room for as many more: to write one record after the other then costs little. */
export function doubled({ buffer, byteLength }: DataView<ArrayBuffer>): DataView<ArrayBuffer> {
  const larger = new Uint8Array(byteLength * 2)
  larger.set(new Uint8Array(buffer))
  return new DataView(larger.buffer)
}
