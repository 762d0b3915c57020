import assert from 'node:assert/strict'
import type { TurnStore } from '../../../store/turn-store.ts'
import { againBy, closingOf, effectOf, endingOf, newSession, openingOf, turnOf } from '../samples.ts'
import type { SuiteTest } from '../suite-context.ts'
import { answer, begun, firstTurn, run, sweepSessions, waitingTurn } from '../working.ts'

/** Things that must not be done twice. */
export function testEffects(test: SuiteTest): void {
  test('effect: of twenty that ask at once one begins it, and the others are told that it runs', async ({ turns }) => {
    const effect = effectOf()
    const told = await Promise.all(Array.from({ length: 20 }, () => statusOf(turns, againBy(effect))))
    assert.deepEqual(told.toSorted(), ['begun', ...Array.from({ length: 19 }, () => 'running')])
  })

  test('effect: others begin on their own', async ({ turns, open }) => {
    const { turns: tickets } = await open('tickets')
    const effect = effectOf()
    assert.equal(await statusOf(turns, effect), 'begun')
    assert.equal(await statusOf(turns, againBy(effect, { key: `${effect.key} ` })), 'begun')
    assert.equal(await statusOf(tickets, againBy(effect)), 'begun')
    await tickets.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"of tickets"' })
    assert.equal(await statusOf(turns, againBy(effect)), 'running')
  })

  test('effect: asked for again under the same name it is begun still', async ({ turns }) => {
    const effect = effectOf()
    assert.equal(await statusOf(turns, effect), 'begun')
    assert.equal(await statusOf(turns, againBy(effect)), 'running')
    assert.equal(await statusOf(turns, effect), 'begun')
    const copies = await Promise.all(Array.from({ length: 5 }, () => statusOf(turns, effect)))
    assert.deepEqual(new Set(copies), new Set(['begun']))
  })

  test('effect: once it is concluded everybody gets its outcome', async ({ turns }) => {
    for (const outcome of ['{"id":"order-1"}', '']) {
      const effect = await begun(turns, effectOf())
      await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome })
      assert.deepEqual(await turns.begin(againBy(effect)), { status: 'concluded', outcome })
      assert.deepEqual(await turns.begin(effect), { status: 'concluded', outcome })
    }
  })

  test('effect: its first outcome stands, and cannot be taken away', async ({ turns }) => {
    const effect = await begun(turns, effectOf())
    const { key, attempt } = effect
    await turns.conclude({ key, attempt, outcome: '1' })
    await turns.conclude({ key, attempt, outcome: '2' })
    await turns.conclude({ key, attempt, outcome: null })
    assert.deepEqual(await turns.begin(againBy(effect)), { status: 'concluded', outcome: '1' })
  })

  test('effect: the outcome of one that was left is unknown, and the next attempt holds it', async ({ turns }) => {
    const effect = effectOf()
    const next = againBy(effect)
    await turns.begin(effect)
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: null })
    const told = await Promise.all(Array.from({ length: 5 }, () => statusOf(turns, againBy(effect))))
    assert.deepEqual(told.toSorted(), ['running', 'running', 'running', 'running', 'unknown'])
    assert.equal(await statusOf(turns, effect), 'running')
    assert.equal(await statusOf(turns, next), 'running')
  })

  test('effect: the holder of an unknown outcome is told so again, and may leave it too', async ({ turns }) => {
    const effect = effectOf()
    const [second, third] = [againBy(effect), againBy(effect)]
    await turns.begin(effect)
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: null })
    assert.equal(await statusOf(turns, second), 'unknown')
    assert.equal(await statusOf(turns, second), 'unknown')
    assert.equal(await statusOf(turns, third), 'running')
    await turns.conclude({ key: effect.key, attempt: second.attempt, outcome: null })
    assert.equal(await statusOf(turns, third), 'unknown')
    await turns.conclude({ key: effect.key, attempt: third.attempt, outcome: '3' })
    assert.deepEqual(await turns.begin(second), { status: 'concluded', outcome: '3' })
  })

  test('effect: an attempt that left it begins it no more', async ({ turns }) => {
    const effect = await begun(turns, effectOf())
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: null })
    assert.equal(await statusOf(turns, effect), 'fenced')
    assert.equal(await statusOf(turns, againBy(effect)), 'unknown')
  })

  test('effect: only its holder can leave it', async ({ turns }) => {
    const effect = await begun(turns, effectOf())
    await turns.conclude({ key: effect.key, attempt: againBy(effect).attempt, outcome: null })
    assert.equal(await statusOf(turns, againBy(effect)), 'running')
    assert.equal(await statusOf(turns, effect), 'begun')
  })

  test('effect: an attempt that lost it may still conclude it, if its outcome is the first', async ({ turns }) => {
    const effect = effectOf()
    const next = againBy(effect)
    await turns.begin(effect)
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: null })
    assert.equal(await statusOf(turns, next), 'unknown')
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"first"' })
    await turns.conclude({ key: effect.key, attempt: next.attempt, outcome: '"second"' })
    assert.deepEqual(await turns.begin(next), { status: 'concluded', outcome: '"first"' })
  })

  test('effect: concluding an unknown one changes nothing', async ({ turns }) => {
    const effect = effectOf()
    const { key, attempt } = effect
    await turns.conclude({ key, attempt, outcome: '1' })
    assert.equal(await statusOf(turns, effect), 'begun')
  })

  test('effect: the state of its session is committed with it', async ({ turns }) => {
    const { first: opening, fence } = await firstTurn(turns)
    assert.equal(await statusOf(turns, effectOf({ turn: turnOf(opening, fence, '"begun"') })), 'begun')
    assert.equal(await turns.close(closingOf(opening, fence)), true)
    assert.equal((await run(turns, openingOf(opening.sessionId, 2))).session.state, '"begun"')
  })

  test('effect: the state is committed even if the outcome is known already', async ({ turns }) => {
    for (const outcome of [undefined, null, '1']) {
      const effect = await begun(turns, effectOf())
      if (outcome !== undefined) await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome })
      const { first: opening, fence } = await firstTurn(turns)
      const state = JSON.stringify({ outcome })
      await turns.begin(againBy(effect, { turn: turnOf(opening, fence, state) }))
      await turns.close(closingOf(opening, fence))
      assert.equal((await run(turns, openingOf(opening.sessionId, 2))).session.state, state)
    }
  })

  test('effect: it begins after the waiting screen of its turn too', async ({ turns }) => {
    const { first: opening, fence } = await waitingTurn(turns)
    assert.equal(await statusOf(turns, effectOf({ turn: turnOf(opening, fence, '"waits"') })), 'begun')
    assert.equal((await turns.end(endingOf(opening.sessionId))).state, '"waits"')
  })

  test('effect: it does not begin where its turn may not write, and nothing is committed', async ({ turns }) => {
    const [closed, over, forged] = [openingOf(newSession(), 1), openingOf(newSession(), 1), openingOf(newSession(), 1)]
    const { fence: ofClosed } = await answer(turns, closed, { session: { state: '"before"' } })
    const { fence: ofOver } = await run(turns, over)
    await turns.end(endingOf(over.sessionId))
    const { fence: ofForged } = await run(turns, forged)
    for (const [opening, fence] of [
      [closed, ofClosed],
      [over, ofOver],
      [forged, `${ofForged}0`],
      [openingOf(newSession(), 1), ofForged],
    ] as const) {
      const effect = effectOf({ turn: turnOf(opening, fence, '"fenced"') })
      assert.deepEqual(await turns.begin(effect), { status: 'fenced' })
      assert.deepEqual(await turns.begin(effect), { status: 'fenced' })
      assert.equal(await statusOf(turns, againBy(effect, { turn: null })), 'begun')
      const { state } = await turns.end(endingOf(opening.sessionId))
      assert.equal(state, opening === closed ? '"before"' : null)
    }
  })

  test('effect: begun before its session ended, it is begun when it is asked for again', async ({ turns }) => {
    const { first: opening, fence } = await firstTurn(turns)
    const effect = await begun(turns, effectOf({ turn: turnOf(opening, fence, '1') }))
    await turns.end(endingOf(opening.sessionId))
    assert.equal(await statusOf(turns, effect), 'begun')
    assert.equal(await statusOf(turns, againBy(effect)), 'fenced')
  })

  test('effect: it is known whatever becomes of its session, to every other', async ({ turns }) => {
    const { first: opening, fence } = await firstTurn(turns)
    const effect = await begun(turns, effectOf({ turn: turnOf(opening, fence, '1') }))
    await turns.end(endingOf(opening.sessionId))
    const other = openingOf(newSession(), 1, { kind: 'programmable' })
    const turn = turnOf(other, (await run(turns, other)).fence, '2')
    assert.equal(await statusOf(turns, againBy(effect, { turn })), 'running')
    await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome: '"done"' })
    assert.deepEqual(await turns.begin(againBy(effect, { turn })), { status: 'concluded', outcome: '"done"' })
  })

  for (const text of ['\u0000', `'"\\;--`, '😀 ɛ', '\ud800', '__proto__', ' ']) {
    test(`effect: any text is kept as it is (${JSON.stringify(text)})`, async ({ turns }) => {
      const effect = effectOf({ key: text.repeat(200).slice(0, 200), attempt: text.repeat(64).slice(0, 64) })
      const outcome = text.repeat(65_536).slice(0, 65_536)
      assert.equal(await statusOf(turns, effect), 'begun')
      assert.equal(await statusOf(turns, effect), 'begun')
      assert.equal(await statusOf(turns, againBy(effect)), 'running')
      assert.equal(await statusOf(turns, againBy(effect, { key: effect.key.slice(0, -1) })), 'begun')
      await turns.conclude({ key: effect.key, attempt: effect.attempt, outcome })
      assert.deepEqual(await turns.begin(againBy(effect)), { status: 'concluded', outcome })
    })
  }

  test('effect: a sweep forgets it when its time is over, and not before', async ({ turns }) => {
    const past = { within: -1_000 }
    const [running, concluded, left, kept] = [effectOf(past), effectOf(past), effectOf(past), effectOf()]
    for (const effect of [running, concluded, left, kept]) await turns.begin(effect)
    await turns.conclude({ key: concluded.key, attempt: concluded.attempt, outcome: '1' })
    await turns.conclude({ key: left.key, attempt: left.attempt, outcome: null })
    assert.equal(await sweepSessions(turns, 600_000), 3)
    for (const effect of [running, concluded, left]) assert.equal(await statusOf(turns, againBy(effect)), 'begun')
    assert.equal(await statusOf(turns, againBy(kept)), 'running')
  })

  test('effect: asking for it again may keep it longer, never shorter', async ({ turns }) => {
    const effect = await begun(turns, effectOf({ within: -1_000 }))
    await turns.begin(againBy(effect, { within: 600_000 }))
    await turns.begin(againBy(effect, { within: -2_000 }))
    assert.equal(await sweepSessions(turns, 0), 0)
    assert.equal(await statusOf(turns, againBy(effect)), 'running')
  })

  test('effect: a sweep forgets no more of them at once than it was asked for', async ({ turns }) => {
    for (let count = 0; count < 7; count++) await turns.begin(effectOf({ within: -1_000 }))
    assert.equal(await sweepSessions(turns, 0, 2), 7)
  })
}

async function statusOf(turns: TurnStore, effect: Parameters<TurnStore['begin']>[0]): Promise<string> {
  return (await turns.begin(effect)).status
}
