import { describe, expect, it } from 'vitest'
import { pushKinds } from '../../src/pushes/push-kinds.ts'
import { codeIn, read, rowsOf } from './documents.ts'
import { membersOf } from './members.ts'

const guides: Readonly<Record<string, string>> = {
  ussd: 'docs/guides/ussd.md',
  programmable: 'docs/guides/programmable.md',
  checkout: 'docs/guides/checkout.md',
  fulfilment: 'docs/guides/fulfilment.md',
  ussdPayment: 'docs/guides/ussd-payment.md',
  deliveryReport: 'docs/guides/delivery-report.md',
  inboundMessage: 'docs/guides/inbound-message.md',
}

// Where each guide's table has an event's own fields, and what is named with a path in it.
const fields: readonly { guide: string; file: string; name: string; prefix?: string }[] = [
  { guide: 'ussd', file: 'src/pushes/session-push.ts', name: 'SessionEvent' },
  { guide: 'programmable', file: 'src/pushes/session-push.ts', name: 'SessionEvent' },
  { guide: 'checkout', file: 'src/pushes/checkout.ts', name: 'CheckoutEvent' },
  { guide: 'checkout', file: 'src/pushes/checkout.ts', name: 'PaymentDetails' },
  { guide: 'fulfilment', file: 'src/pushes/fulfilment.ts', name: 'FulfilmentEvent' },
  { guide: 'fulfilment', file: 'src/pushes/fulfilment.ts', name: 'FulfilmentOrder', prefix: 'order.' },
  { guide: 'fulfilment', file: 'src/pushes/fulfilment.ts', name: 'FulfilmentItem' },
  { guide: 'fulfilment', file: 'src/pushes/fulfilment.ts', name: 'FulfilmentPayment', prefix: 'payment.' },
  { guide: 'ussdPayment', file: 'src/pushes/ussd-payment.ts', name: 'UssdPaymentEvent' },
  { guide: 'deliveryReport', file: 'src/pushes/delivery-report.ts', name: 'DeliveryReportEvent' },
  { guide: 'inboundMessage', file: 'src/pushes/inbound-message.ts', name: 'InboundMessageEvent' },
]

// Shown once for all money kinds, in docs/guides/payment-event.md; `order` and `payment` by their parts.
const shared = ['kind', 'source', 'order', 'payment']

describe('the kinds in the reference', () => {
  it('are all there, with their paths and guides', () => {
    const shown = rowsOf('docs/reference/pushes.md', 'The kinds of push').map(
      ([kind = '', path = '', , , guide = '']) => [
        codeIn(kind)[0],
        codeIn(path)[0],
        /\(\.\.\/(.*)\)/.exec(guide)?.[1]?.replace(/^/, 'docs/'),
      ],
    )
    expect(shown).toEqual(Object.values(pushKinds).map(({ kind, path }) => [kind, path, guides[kind]]))
  })
})

describe('the fields of an event', () => {
  it.each(fields)('of $name are all in the guide on $guide', ({ guide, file, name, prefix = '' }) => {
    const shown = rowsOf(guides[guide] ?? '').flatMap((cells) => codeIn(cells.join(' ')))
    const members = membersOf(file, name).filter((member) => !shared.includes(member))
    expect(members.length).toBeGreaterThan(0)
    expect(members.filter((member) => !shown.includes(prefix + member))).toEqual([])
  })

  it('that all payments have are in the guide on their event', () => {
    const shown = rowsOf('docs/guides/payment-event.md', 'The fields').flatMap(([cell = '']) => codeIn(cell))
    const members = ['receivedAt', 'raw', ...membersOf('src/pushes/money/payment-event.ts', 'PaymentFacts')]
    expect(shown.toSorted()).toEqual(members.toSorted())
  })

  it('that every event has are in the guides of the other kinds', () => {
    for (const kind of ['ussd', 'programmable', 'deliveryReport', 'inboundMessage']) {
      const shown = rowsOf(guides[kind] ?? '').flatMap(([cell = '']) => codeIn(cell))
      expect(shown).toEqual(expect.arrayContaining(membersOf('src/pushes/event.ts', 'PushEvent')))
    }
  })
})

describe('the guide of a kind', () => {
  it.each(Object.entries(guides))('of %s has an example and names its part of the API document', (_kind, file) => {
    expect(read(file)).toMatch(/^```ts$/m)
    expect(read(file)).toMatch(/API document\S*: \d\.\d/)
  })
})
