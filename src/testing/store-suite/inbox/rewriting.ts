import assert from 'node:assert/strict'
import { assertSameBytes, bytesOf, done, entryOf, failed } from '../sample-entries.ts'
import type { SuiteTest } from '../suite-context.ts'
import { claimOne, entryIn } from '../working.ts'

/** What was found out about an entry, in the place of what came. */
export function testRewriting(test: SuiteTest): void {
  test('rewrite: the bytes of an entry are others from then on, and it alone', async ({ open }) => {
    const { inbox } = await open()
    const [entry, beside] = [entryOf(), entryOf()]
    await inbox.accept(entry, false)
    const claim = await claimOne(inbox)
    await inbox.accept(beside, false)
    assert.equal(await inbox.rewrite(claim, longer), true)
    assertSameBytes((await entryIn(inbox, entry.id)).payload, longer)
    assertSameBytes((await entryIn(inbox, beside.id)).payload, beside.payload)
    const { payload: _payload, ...known } = await entryIn(inbox, entry.id)
    assert.deepEqual([known.state, known.attempts, known.failures], ['running', [], 0])
  })

  test('rewrite: it is so at each attempt, and when it is over', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await inbox.accept(entry, false)
    const first = await claimOne(inbox)
    await inbox.rewrite(first, longer)
    await inbox.settle(first, failed(0))
    const second = await claimOne(inbox)
    assertSameBytes(second.entry.payload, longer)
    await inbox.rewrite(second, nothing)
    await inbox.settle(second, done(2))
    assertSameBytes((await entryIn(inbox, entry.id)).payload, nothing)
    assert.deepEqual(await inbox.accept(entry, false), { status: 'repeated', id: entry.id, state: 'done' })
  })

  test('rewrite: a claim that was lost changes nothing', async ({ open }) => {
    const { inbox } = await open()
    const entry = entryOf()
    await inbox.accept(entry, false)
    const lost = await claimOne(inbox)
    await inbox.settle(lost, { state: 'handedBack' })
    assert.equal(await inbox.rewrite(lost, longer), false)
    const held = await claimOne(inbox)
    assert.equal(await inbox.rewrite(lost, longer), false)
    assertSameBytes((await entryIn(inbox, entry.id)).payload, entry.payload)
    assert.equal(await inbox.rewrite(held, longer), true)
  })
}

const longer = bytesOf(`{"order":"${'longer than before '.repeat(20)}"}`)
const nothing = bytesOf('')
