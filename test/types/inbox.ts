/**
 * What `app.merchant.inbox` gives, as types. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import Fastify from 'fastify'
import type { ExportedFixture } from '../../src/admin/exported/fixture.ts'
import { type Fixture, replay } from '../../src/testing/index.ts'

const app = Fastify()
const { inbox, sessions } = app.merchant

const exported: ExportedFixture = await inbox.export('an id')
const fixture: Fixture = exported
await replay(app, fixture)
await replay(app, exported)

const { event } = await inbox.get('an id')
if (event?.kind === 'checkout') event.outcome satisfies string
if (event !== undefined && 'source' in event) event.source satisfies 'checkout' | 'fulfilment' | 'ussdPayment'

await inbox.list({ states: 'dead', kinds: ['checkout', 'deliveryReport'], since: new Date(), until: Date.now() })
for await (const { receivedAt } of inbox.all({ conflicts: true })) receivedAt satisfies Date
for await (const { startedAt } of sessions.all({ phone: '+233000000000', kind: 'ussd' })) startedAt satisfies Date

// @ts-expect-error a name that nobody reads
await inbox.list({ state: 'dead' })
// @ts-expect-error a turn is in no inbox
await inbox.count({ kinds: 'ussd' })
// @ts-expect-error spans are of the command line
await inbox.list({ since: '2h' })
