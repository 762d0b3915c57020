import { expect, it } from 'vitest'
import type { UssdPush, UssdTurn } from '../../../src/index.ts'
import { phone } from '../../../src/testing/index.ts'
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

it('writes into the log what an operator did, with the phones that they wrote shortened', async () => {
  const lines: string[] = []
  const server = { logger: { stream: { write: (line: string) => lines.push(line) } } }
  const ussd = (_push: UssdPush, turn: UssdTurn) => turn.prompt('Your name?')
  const { app, ask, push, settled } = await officeOf(undefined, { ussd }, { server })
  await push()
  await settled()
  const caller = phone(app, { mobile: '+233000000041' })
  await caller.dial('*713#')
  const [{ name }] = (await ask('entries', {})).body.entries
  const reason = 'called from 000 000 0042'
  await ask('unmask', { name, reason })
  await ask('session/unmask', { session: caller.sessionId, reason })
  await ask('stop', { kind: 'ussd', reason })
  const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => String(msg).startsWith('An operator '))
  expect(told).toMatchObject([
    { msg: 'An operator unmasked an entry', by: 'Ama', reason: 'called from 000...042' },
    { msg: 'An operator unmasked a session', by: 'Ama', reason: 'called from 000...042' },
    { msg: 'An operator stopped a kind', by: 'Ama', reason: 'called from 000...042' },
  ])
  expect(lines.join('')).not.toMatch(/000 000 0042/)
})
