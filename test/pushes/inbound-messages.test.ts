import { describe, expect, it } from 'vitest'
import { inboundMessage, inboundMessageWindow } from '../../src/pushes/inbound-message.ts'
import type { Fields } from '../../src/pushes/reading/json.ts'
import { problemOf } from './problem-of.ts'
import { eventOf, receive, receivedAt } from './receive.ts'
import { samples, sampleWith } from './samples.ts'

it('an inbound message becomes an event with every parameter of reference 4.11', () => {
  expect(receive(inboundMessage, samples.inboundMessage, { carrier: 'query' })).toEqual({
    event: {
      kind: 'inboundMessage',
      receivedAt,
      raw: samples.inboundMessage,
      from: '233000000000',
      fromInternational: '+233000000000',
      to: '1400',
      fulltext: 'TEA two cups',
      keyword: 'TEA',
      text: 'two cups',
      account: '000777',
      campaign: '00012',
      date: new Date('2026-03-01T09:30:00Z'),
      network: '62001',
    },
    notes: [],
  })
})

it('only the sender is needed: a message may be without words', () => {
  expect(receive(inboundMessage, { from: '1' })).toMatchObject({
    event: {
      from: '1',
      fromInternational: null,
      to: '',
      fulltext: '',
      keyword: '',
      text: '',
      account: '',
      campaign: '',
      date: null,
      network: '',
    },
    notes: [],
  })
})

it.each([undefined, null, ''])('without a sender it is refused: %j', (from) => {
  expect(problemOf(() => eventOf(inboundMessage, { ...samples.inboundMessage, from }))).toMatchObject({
    field: 'from',
    expected: 'the sender',
    received: 'nothing',
  })
})

it.each(['from', 'to', 'fulltext', 'keyword', 'text', 'account', 'campaign', 'network'])(
  'a parameter given twice is refused: %s',
  (name) => {
    const fields = { ...samples.inboundMessage, [name]: ['a', 'b'] }
    expect(problemOf(() => eventOf(inboundMessage, fields))).toMatchObject({ field: name, received: 'an array' })
  },
)

describe('the date', () => {
  it.each([
    ['2026-03-01 09:30', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01T09:30:15.5+01:00', '2026-03-01T08:30:15.500Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['/Date(1772357400000)/', '2026-03-01T09:30:00.000Z'],
  ])('%s is read as GMT', (date, iso) => {
    expect(receive(inboundMessage, sampleWith('inboundMessage', { date }))).toMatchObject({
      event: { date: new Date(iso) },
      notes: [],
    })
  })

  it.each(['01/03/2026 09:30', '2026-02-30 09:30', 'now', 20_260_301])('%j is noted and null', (date) => {
    expect(receive(inboundMessage, sampleWith('inboundMessage', { date }))).toMatchObject({
      event: { date: null },
      notes: ['date is not a date that can be read'],
    })
  })
})

describe('the identity', () => {
  const identify = (fields: Fields) => inboundMessage.identify(eventOf(inboundMessage, fields))
  const usual = identify(samples.inboundMessage)

  it('is a digest of all parameters, for five minutes; the lane is who wrote to which code', () => {
    expect(usual).toMatchObject({
      identity: expect.stringMatching(/^[0-9a-f]{32}$/),
      lane: '233000000000|1400',
      window: 300_000,
    })
    expect(inboundMessageWindow).toBe(300_000)
  })

  it.each(Object.keys(samples.inboundMessage))('differs where %s differs', (name) => {
    const other = name === 'date' ? '2026-03-01 09:31' : 'other'
    expect(identify({ ...samples.inboundMessage, [name]: other }).identity).not.toBe(usual.identity)
  })

  it('differs where a date differs that cannot be read', () => {
    const at = (date: string | undefined) => identify(sampleWith('inboundMessage', { date })).identity
    expect(at('01/03/2026 09:30')).not.toBe(at('01/03/2026 09:31'))
    expect(at('01/03/2026 09:30')).not.toBe(at(undefined))
    expect(at('01/03/2026 09:30')).toBe(at('01/03/2026 09:30'))
    expect(at(undefined)).toBe(at(undefined))
  })

  it('is the same in another casing, order and form of the date', () => {
    const { from, date: _date, ...others } = samples.inboundMessage
    const upper = Object.fromEntries(Object.entries(others).map(([name, value]) => [name.toUpperCase(), value]))
    expect(identify({ ...upper, Date: '2026-03-01T09:30:00Z', From: from })).toEqual(usual)
  })
})
