import { describe, expect, it, onTestFinished } from 'vitest'
import { readFixture } from '../../../src/testing/fixture.ts'
import { fixtures, replay } from '../../../src/testing/index.ts'
import { expectOutcome } from '../../testing/expect-outcome.ts'
import { receivingApp } from '../../testing/receiving-app.ts'
import { watchedStore } from './watched-store.ts'

/** The inbox keeps pushes and bodies: neither are probes, nor other methods, nor a query beside a body. */
const notKept = /\/(?:probe-|bad-method|bad-query-and-body)/
const kept = fixtures().filter(({ kind, name }) => !['ussd', 'programmable'].includes(kind) && !notKept.test(name))

const whatCounts = ['kind', 'outcome', 'evidence', 'amount', 'amountMinor', 'responseCode', 'status', 'date'] as const

describe('an exported push', () => {
  it.each(kept)('comes to the same as $name: $description', async (fixture) => {
    const exported = await exportOf(fixture)
    const { app, takeEvents } = await receivingApp()
    onTestFinished(() => app.close())

    expectOutcome(exported, await replay(app, exported), takeEvents())

    expect({ ...exported.expect, event: undefined }).toEqual({ ...fixture.expect, event: undefined })
    for (const name of whatCounts) expect(exported.expect.event?.[name]).toEqual(fixture.expect.event?.[name])
    expect(namesIn(exported.expect.event)).toEqual(namesIn(fixture.expect.event))
  })
})

/** What an application kept of a fixture, as a file of it would be read. */
async function exportOf(fixture: (typeof kept)[number]) {
  const { store, inbox } = watchedStore()
  const { app } = await receivingApp({ store })
  onTestFinished(() => app.close())
  await replay(app, fixture)
  const { entries } = await inbox().list()
  // A refund takes the name of its payment too.
  const isRefund = fixture.expect.event?.outcome === 'refunded'
  expect(entries).toHaveLength(isRefund ? 2 : 1)
  return readFixture(JSON.stringify(await inbox().export(entries.at(-1)?.id ?? '')), 'the exported fixture')
}

/** Which fields are there, and which of them are null. */
function namesIn(event: object | undefined): readonly string[] {
  return Object.entries(event ?? {}).map(([name, value]) => `${name}: ${value === null ? 'null' : typeof value}`)
}
