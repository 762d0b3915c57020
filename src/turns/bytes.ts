/** Numbers outside of the heap that is collected: what they take, bytes. */
export const int = 4
export const float = 8

/** The same bytes with room for as many more: to write one record after the other then costs little. */
export function doubled({ buffer, byteLength }: DataView<ArrayBuffer>): DataView<ArrayBuffer> {
  const larger = new Uint8Array(byteLength * 2)
  larger.set(new Uint8Array(buffer))
  return new DataView(larger.buffer)
}
