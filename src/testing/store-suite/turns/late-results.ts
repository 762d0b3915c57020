import assert from 'node:assert/strict'
import { closingOf, lateOf, newSession, openingOf, waitingOf } from '../sample-turns.ts'
import type { SuiteTest } from '../suite-context.ts'
import { run, statusOf } from '../turning.ts'

/** Results that came after their waiting screens. */
export function testLateResults(test: SuiteTest): void {
  test('late: the next turn gets it, with the state that came with it', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.close(waitingOf(first, fence))
    assert.equal(await turns.finish(lateOf(first, fence, { state: '{"paid":true}' })), true)
    const { isNew, session, isInterrupted } = await run(turns, openingOf(id, 2))
    assert.deepEqual([isNew, isInterrupted], [false, false])
    assert.deepEqual([session.late, session.state], ['{"Message":"Paid"}', '{"paid":true}'])
  })

  test('late: without a state it leaves the one that is there', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.close(closingOf(first, fence, { source: 'waiting', goesOn: true, session: { state: '"there"' } }))
    await turns.finish(lateOf(first, fence))
    assert.equal((await run(turns, openingOf(id, 2))).session.state, '"there"')
  })

  test('late: whoever shows it takes it, and nobody else gets it', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.close(waitingOf(first, fence))
    await turns.finish(lateOf(first, fence))
    const second = openingOf(id, 2)
    const taken = await run(turns, second)
    assert.equal(await statusOf(turns, openingOf(id, 3)), 'running beside')
    await turns.close(closingOf(second, taken.fence, { source: 'late', session: { late: null } }))
    assert.equal((await run(turns, openingOf(id, 3))).session.late, null)
  })

  test('late: the turn that began it is answered with its waiting screen still', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    const waiting = waitingOf(first, fence)
    await turns.close(waiting)
    await turns.finish(lateOf(first, fence))
    assert.deepEqual(await turns.open(openingOf(id, 1)), { status: 'repeated', reply: waiting.reply })
  })

  test('late: asked for again under the same name it is still there', async ({ open }) => {
    const { turns } = await open()
    const id = newSession()
    const first = openingOf(id, 1)
    const { fence } = await run(turns, first)
    await turns.close(waitingOf(first, fence))
    await turns.finish(lateOf(first, fence))
    const second = openingOf(id, 2)
    const opened = await run(turns, second)
    assert.deepEqual(await run(turns, second), opened)
    assert.notEqual(opened.session.late, null)
  })
}
