import assert from 'node:assert/strict'
import type { NewEntry } from '../../../store/entry.ts'
import { assertSameBytes, bytesOf, entryOf, rejectedOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { acceptAll, acceptOne, claimExactly, claimOne, each, entryIn, listed, registration } from '../working.ts'

/** What comes from outside is kept to the last bit, whatever it is. */
export function testBytesAndTexts(test: SuiteTest): void {
  for (const [what, payload] of payloads) {
    test(`payload: ${what}`, async ({ inbox }) => {
      const entry = await acceptOne(inbox, entryOf({ payload }))
      assertSameBytes((await entryIn(inbox, entry.id)).payload, payload)
      assertSameBytes((await claimOne(inbox)).entry.payload, payload)
    })
  }

  test('payload: many at once keep their own', async ({ inbox }) => {
    const entries = Array.from({ length: 30 }, (_none, place) => entryOf({ payload: everyByte.slice(place) }))
    await Promise.all(entries.map((entry) => inbox.accept(entry, false)))
    const claims = await claimExactly(inbox, 30)
    const claimed = new Map(claims.map(({ entry }) => [entry.id, entry.payload]))
    for (const { id, payload } of entries) assertSameBytes(claimed.get(id), payload)
  })

  for (const [what, text] of texts) {
    test(`text: ${what}`, async ({ inbox }) => {
      const entry = entryOf({ id: text, reference: text, lane: text, fingerprint: text })
      assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
      assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: text, state: 'waiting' })
      const { id, reference, lane } = await entryIn(inbox, text)
      assert.deepEqual([id, reference, lane], [text, text, text])
      assert.deepEqual(await listed(inbox, { reference: text, lane: text }), [text])
      const conflict = await inbox.accept({ ...entry, fingerprint: `${text}!` }, false)
      assert.equal(conflict.status, 'conflict')
      assert.equal(conflict.conflictsWith, text)
      const claim = await claimOne(inbox)
      const reason = `${text} fell`
      assert.equal(await inbox.settle(claim, { state: 'rejected', reason }), true)
      assert.equal((await entryIn(inbox, text)).reason, reason)
      assert.equal(await inbox.replay(registration, text), true)
    })

    test(`text: ${what}, in an error, in a note, and in why something was rejected`, async ({ inbox }) => {
      const [entry, unread] = await acceptAll(inbox, [entryOf(), rejectedOf({ reason: text })])
      const attempt = { number: 1, startedAt: 1, ms: 1, error: text, replay: false, note: text }
      await inbox.settle(await claimOne(inbox), { state: 'waiting', retryIn: 60_000, attempt })
      assert.deepEqual((await entryIn(inbox, entry.id)).attempts, [attempt])
      assert.equal((await entryIn(inbox, unread.id)).reason, text)
    })
  }

  test('text: what only looks alike is not the same', async ({ inbox }) => {
    const entries = lookalikes.map((id) => entryOf({ id, lane: id, reference: id }))
    for (const entry of entries) assert.deepEqual(await inbox.accept(entry, false), { status: 'accepted' })
    for (const id of lookalikes) {
      assert.equal((await entryIn(inbox, id)).id, id)
      assert.deepEqual(await listed(inbox, { reference: id }), [id])
    }
    await claimExactly(inbox, lookalikes.length)
  })

  test('text: one with half a character is taken, and known again', async ({ inbox }) => {
    const half = 'order \ud83d'
    const entry: NewEntry = entryOf({ id: half, reference: half, lane: half })
    const other = entryOf()
    const acceptances = await Promise.all([inbox.accept(entry, false), inbox.accept(other, false)])
    assert.deepEqual(each(acceptances, 'status'), ['accepted', 'accepted'])
    assert.equal((await inbox.accept(entry, false)).status, 'repeated')
    await claimExactly(inbox, 2)
  })
}

const everyByte = Uint8Array.from({ length: 256 }, (_none, byte) => byte)

const payloads: readonly (readonly [string, Uint8Array])[] = [
  ['every byte there is, as it came', everyByte],
  ['none', new Uint8Array()],
  ['a character that some databases refuse', bytesOf('{"Message":"a\u0000b","Raw":"\\u0000"}')],
  ['what is no text', Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x80, 0x00, 0xed, 0xa0, 0x80)],
  ['64 KiB', Uint8Array.from({ length: 65_536 }, (_none, place) => (place * 31 + (place >> 8)) & 0xff)],
  ['a part of a greater one', everyByte.subarray(100, 200)],
]

const texts: readonly (readonly [string, string])[] = [
  ['quotes and marks of queries', `'"\`;--\\ $1 %_ :id ? /* */`],
  ['the character that no database text holds', 'a\u0000b\u0000'],
  ['lines and tabs', 'a\r\nb\tc'],
  ['far beyond ASCII', 'Akwaaba ɛɔ 你好 😀👩‍👩‍👧'],
  ['200 characters', 'x'.repeat(200)],
  ['200 characters of three bytes each', '你'.repeat(200)],
  ['what names a prototype', '__proto__'],
  ['none', ''],
]

// Case, spaces, what cannot be seen, and two ways to write one letter.
const lookalikes = ['a', 'A', 'a ', ' a', 'a\u0000', '\u0000a', 'á', 'a\u0301', 'a\u200b', '01', '1', '1.0']
