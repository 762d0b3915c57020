import { describe, expect, it } from 'vitest'
import { deliveryReport } from '../../src/pushes/delivery-report.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWith } from './samples.ts'

const dashless = '3c796dac28174f739de4262d08409c51'

it('a delivery report becomes an event with every field of reference 2.10', () => {
  expect(receive(deliveryReport, samples.deliveryReport)).toEqual({
    event: {
      kind: 'deliveryReport',
      receivedAt,
      raw: samples.deliveryReport,
      from: 'SHOP',
      to: '233000000000',
      toInternational: '+233000000000',
      messageId: dashless,
      clientReference: '000042',
      status: 'Delivered',
      isFinal: true,
    },
    notes: [],
  })
})

it.each(['json', 'form', 'query'] as const)('it may come as %s', (carrier) => {
  expect(eventOf(deliveryReport, samples.deliveryReport, { carrier })).toMatchObject({
    messageId: dashless,
    status: 'Delivered',
  })
})

it('only MessageId and Status are needed', () => {
  expect(receive(deliveryReport, { messageId: '7', status: 'Sent' })).toMatchObject({
    event: { from: null, to: null, toInternational: null, messageId: '7', clientReference: null, status: 'Sent' },
    notes: [],
  })
})

describe('the identifier of the message', () => {
  it.each([
    ['3c796dac-2817-4f73-9de4-262d08409c51', dashless],
    ['3C796DAC-2817-4F73-9DE4-262D08409C51', dashless],
    [dashless.toUpperCase(), dashless],
    ['HEX-DIGITS', 'HEX-DIGITS'],
    [`${dashless.toUpperCase()}A`, `${dashless.toUpperCase()}A`],
    [` ${dashless} `, dashless],
    // Only a UUID loses its dashes: others may mean theirs.
    ['3c796dac28174f739de4262d08409c51-77', '3c796dac28174f739de4262d08409c51-77'],
    ['hex-digits', 'hex-digits'],
    ['000-42', '000-42'],
    ['1234567890123456789012345', '1234567890123456789012345'],
  ])('%s is %s', (MessageId, messageId) => {
    expect(eventOf(deliveryReport, sampleWith('deliveryReport', { MessageId })).messageId).toBe(messageId)
  })
})

describe('the status', () => {
  it.each([
    ['Delivered', 'Delivered'],
    ['DELIVERED', 'Delivered'],
    ['Buffered Locally', 'Buffered Locally'],
    ['bufferedlocally', 'Buffered Locally'],
    ['BufferedLocally', 'Buffered Locally'],
    ['buffered_locally', 'Buffered Locally'],
    ['Invalid Account ID/Number', 'Invalid Account ID/Number'],
    ['InvalidAccountIdNumber', 'Invalid Account ID/Number'],
    ['smscinvalid', 'SMSC Invalid'],
    [' Sent ', 'Sent'],
    ['On Its Way', 'On Its Way'],
    [' on its way ', 'on its way'],
    [1, '1'],
  ])('%j is %s', (Status, status) => {
    expect(eventOf(deliveryReport, sampleWith('deliveryReport', { Status })).status).toBe(status)
  })
})

describe('a report', () => {
  it.each([
    ['Delivered', true],
    ['outofcredit', true],
    ['Invalid Account ID/Number', true],
    ['Submitted', false],
    ['bufferedlocally', false],
    // Of a word that is not known nobody knows what follows.
    ['On Its Way', false],
  ])('of %s is the last one: %j', (Status, isFinal) => {
    expect(eventOf(deliveryReport, sampleWith('deliveryReport', { Status })).isFinal).toBe(isFinal)
  })
})

describe('the identity', () => {
  const identify = (changes: object) =>
    deliveryReport.identify(eventOf(deliveryReport, sampleWith('deliveryReport', { ...changes })))

  it('is the message and its status without case and spaces; the lane is the message', () => {
    expect(identify({})).toMatchObject({ identity: `${dashless}|delivered`, lane: dashless })
    expect(identify({ Status: 'Out of Credit' })).toMatchObject({ identity: `${dashless}|outofcredit`, lane: dashless })
  })

  it.each([
    { Status: 'On Its Way' },
    { Status: 'ONITSWAY' },
    { Status: ' on  its\tway' },
    { Status: 'on its way', MessageId: '3c796dac-2817-4f73-9de4-262d08409c51' },
    { Status: 'on its way', To: 'other', From: 'other', ClientReference: 'other' },
  ])('is the same for %j', (changes) => {
    expect(identify(changes).identity).toBe(`${dashless}|onitsway`)
  })
  it.each([{ From: 'other' }, { To: '+233000000000' }, { Status: 'DELIVERED' }, { NetworkId: '62001' }])(
    'is of the same report with %j',
    (changes) => {
      expect(identify(changes)).toEqual(identify({}))
    },
  )

  // A handler may find its message by the reference alone, so one that comes later is told, not dropped.
  it.each([{ ClientReference: undefined }, { ClientReference: 'other' }, { To: undefined }, { To: '+233000000001' }])(
    'is of a report that contradicts with %j',
    (changes) => {
      expect(identify(changes).identity).toBe(identify({}).identity)
      expect(identify(changes).fingerprint).not.toBe(identify({}).fingerprint)
    },
  )
})

describe('a report is refused', () => {
  it.each([
    ['MessageId', undefined, 'the identifier of the message', 'nothing'],
    ['MessageId', ' ', 'the identifier of the message', 'nothing'],
    ['MessageId', {}, 'text that identifies', 'an object'],
    ['MessageId', ['a', 'b'], 'text that identifies', 'an array'],
    ['Status', undefined, 'a delivery status', 'nothing'],
    ['Status', '', 'a delivery status', 'nothing'],
    ['Status', {}, 'text that identifies', 'an object'],
    ['From', [], 'text', 'an array'],
    ['To', {}, 'text', 'an object'],
    ['ClientReference', {}, 'text', 'an object'],
  ])('with the %s %j', (field, value, expected, received) => {
    const fields = { ...samples.deliveryReport, [field]: value }
    expect(problemOf(() => eventOf(deliveryReport, fields))).toMatchObject({ field, expected, received })
  })
})
