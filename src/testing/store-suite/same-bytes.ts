import assert from 'node:assert/strict'

/** Compares bytes as such, whatever class holds them, and says where they differ instead of showing them all. */
export function assertSameBytes(actual: Uint8Array | undefined, expected: Uint8Array): void {
  assert.ok(actual, 'there are none')
  const place = expected.findIndex((byte, index) => actual[index] !== byte)
  assert.equal(place, -1, `byte ${place} of ${expected.length} is ${actual[place]} instead of ${expected[place]}`)
  assert.equal(actual.length, expected.length, `there are ${actual.length} bytes instead of ${expected.length}`)
}
