import { expect, it } from 'vitest'
import { payingService } from '../../payments/paying-service.ts'
import { officeOf } from './office.ts'

it('shows of a payment what the service answered when it was asked, and names nobody', async () => {
  const service = await payingService()
  const { ask, push, settled } = await officeOf(undefined, { client: service.client() })
  service.know('order-1', 'Settled', { TransactionAmount: 7 })
  await push({}, { CheckoutId: 'c-1', ClientReference: 'order-1', Amount: 5, CustomerPhoneNumber: '+233000000042' })
  await settled()
  const { entries } = (await ask('entries', {})).body
  const [{ name }] = entries.filter(({ kind }: { kind: string }) => kind === 'checkout')
  const { event } = (await ask('entry', { name })).body
  expect(event).toMatchObject({ evidence: 'confirmed', amount: 7, confirmation: { says: 'paid' } })
  expect(Object.keys(event.confirmation)).toEqual(['says', 'status', 'currencyCode'])
  expect(JSON.stringify(event)).not.toContain('0042')
})
