import { expect, it } from 'vitest'
import { isTurnKind, kinds } from '../../src/pushes/kinds.ts'
import { pushKinds } from '../../src/pushes/push-kinds.ts'

it('seven kinds are received, each under its own path', () => {
  expect(Object.values(pushKinds).map(({ kind, path }) => [kind, path])).toEqual([
    ['ussd', '/ussd'],
    ['programmable', '/programmable'],
    ['checkout', '/checkout'],
    ['fulfilment', '/fulfilment'],
    ['ussdPayment', '/ussd-payment'],
    ['deliveryReport', '/delivery-report'],
    ['inboundMessage', '/inbound-message'],
  ])
  expect(Object.keys(pushKinds)).toEqual(kinds)
})

it('two kinds are answered with a screen', () => {
  expect(kinds.filter(isTurnKind)).toEqual(['ussd', 'programmable'])
})

it('only what the field notes saw besides JSON is taken: forms, and queries of messages', () => {
  const besides = Object.values(pushKinds).filter(({ takesForms }) => takesForms)
  expect(besides.map(({ kind }) => kind)).toEqual(['checkout', 'ussdPayment', 'deliveryReport', 'inboundMessage'])
  const byQuery = Object.values(pushKinds).filter((push) => 'query' in push && push.query !== undefined)
  expect(byQuery.map(({ kind }) => kind)).toEqual(['deliveryReport', 'inboundMessage'])
})
