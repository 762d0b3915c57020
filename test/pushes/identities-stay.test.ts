import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkout } from '../../src/pushes/checkout.ts'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import type { PushEvent } from '../../src/pushes/event.ts'
import { fulfilment } from '../../src/pushes/fulfilment.ts'
import type { NotificationPushKind } from '../../src/pushes/push-kind.ts'
import { isRecord } from '../../src/pushes/reading/json.ts'
import { ussdPayment } from '../../src/pushes/ussd-payment.ts'
import { eventOf } from './receive.ts'

// A store outlives versions, and two versions share one while you deploy. A notification whose identity or fingerprint
// changes is handled once more when it comes again. So a change of this list belongs into the changelog.
it('what a notification is known by is what it was in the version before', async () => {
  const lines = [linesOf(checkout), linesOf(fulfilment), linesOf(ussdPayment), linesOf(deliveryReport)].flat()
  expect(lines.length).toBeGreaterThan(80)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./identities.txt')
})

function linesOf<Event extends PushEvent>(push: NotificationPushKind<Event>): string[] {
  const folder = new URL(`../../fixtures/${push.kind}/`, import.meta.url)
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) => {
      const { request, expect: wanted } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
      if (wanted.status !== 200 || !isRecord(request.body)) return []
      const { identity, lane, fingerprint } = push.identify(eventOf(push, request.body))
      return [`${push.kind}/${file}: ${identity}, lane ${lane}, ${fingerprint}`]
    })
}
