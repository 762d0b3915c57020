import { describe, expect, it } from 'vitest'
import type { TurnKind } from '../../src/pushes/kinds.ts'
import { readScreen } from '../../src/testing/phone/test-handset.ts'

const read = (kind: TurnKind, body: unknown, answer: { status?: number; type?: string } = {}) =>
  readScreen(
    {
      status: answer.status ?? 200,
      headers: { 'content-type': answer.type ?? 'application/json; charset=utf-8' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    { kind, sessionId: 'a-session', label: 'dial *713#', ms: 1, hide: (shown) => shown },
  )

const facts = { status: 200, ms: 1 }

describe('A screen is read from a USSD reply', () => {
  it('in any casing of names and words', () => {
    const raw = { TYPE: 'RELEASE', message: 'Bye', client_state: 's', amount: 5, DESCRIPTION: 'Tea', callbackURL: 'x' }
    expect(read('ussd', raw)).toStrictEqual({
      text: 'Bye',
      type: 'release',
      clientState: 's',
      payment: { amount: 5, description: 'Tea', callbackUrl: 'x' },
      raw,
      ...facts,
    })
  })

  it.each(['', null])('with ClientState and payment left out where they are %j or null', (clientState) => {
    const raw = { Type: 'Release', Message: '', ClientState: clientState, Amount: null }
    expect(read('ussd', raw)).toStrictEqual({ text: '', type: 'release', raw, ...facts })
  })

  it('with a payment that has an amount alone', () => {
    expect(read('ussd', { Type: 'Release', Message: 'Bye', Amount: 5 }).payment).toStrictEqual({
      amount: 5,
      description: null,
      callbackUrl: null,
    })
  })

  it('without a payment where the session goes on (reference 2.8: on Release only)', () => {
    expect(read('ussd', { Type: 'Response', Message: 'And?', Amount: 5 })).not.toHaveProperty('payment')
  })

  it('with texts as long as they may be', () => {
    const hundred = 'x'.repeat(100)
    const screen = read('ussd', { Type: 'Release', Message: '', ClientState: hundred, Amount: 1, Description: hundred })
    expect(screen).toMatchObject({ clientState: hundred, payment: { description: hundred } })
  })
})

describe('A screen is read from the reply of a programmable service', () => {
  const reply = { SessionId: 'a-session', Type: 'Response', Message: 'And?' }

  it('inside its envelope', () => {
    const raw = { status: 'Success', message: 'Success', data: { ...reply, Data: [{ Display: 'Tea', Value: '1' }] } }
    expect(read('programmable', raw)).toStrictEqual({
      text: 'And?',
      type: 'response',
      choices: [{ display: 'Tea', value: '1' }],
      raw,
      ...facts,
    })
  })

  it('with all that rich channels show, in any casing', () => {
    const raw = {
      ...reply,
      label: 'Menu',
      DATATYPE: 'Menu',
      data: [
        { display: 'Tea', value: '1', amount: 5 },
        { Display: 'Leave', Value: 'leave', Amount: null },
      ],
      fieldType: 'text',
      Mask: 'true',
      maskNextRoute: true,
    }
    expect(read('programmable', raw)).toStrictEqual({
      text: 'And?',
      type: 'response',
      label: 'Menu',
      dataType: 'menu',
      choices: [
        { display: 'Tea', value: '1', amount: 5 },
        { display: 'Leave', value: 'leave' },
      ],
      fieldType: 'text',
      mask: true,
      maskNext: true,
      raw,
      ...facts,
    })
  })

  it.each([
    {},
    { Label: '', DataType: null, Data: [], FieldType: null, Mask: 'false', MaskNextRoute: false },
    { Label: null, DataType: '', Data: null, FieldType: '', Mask: '', MaskNextRoute: null },
  ])('without what rich channels do not show: %j', (fields) => {
    const raw = { ...reply, ...fields }
    expect(read('programmable', raw)).toStrictEqual({ text: 'And?', type: 'response', raw, ...facts })
  })

  it.each([undefined, null])('without a Type, which it need not have: %j', (Type) => {
    expect(read('programmable', { ...reply, Type }).type).toBe('response')
  })

  it.each([undefined, null, [], {}, [{}]])('with an Item that is empty: %j', (Item) => {
    expect(read('programmable', { ...reply, Item })).not.toHaveProperty('item')
  })

  it.each([[{ itemName: 'Tea', qty: 2, price: 5 }], [[{ ItemName: 'Tea', Qty: 2, Price: 5 }]]])(
    'with an Item that goes to the checkout: %j',
    (Item) => {
      expect(read('programmable', { ...reply, Type: 'AddToCart', Item }).item).toStrictEqual([
        { name: 'Tea', quantity: 2, price: 5 },
      ])
    },
  )
})

describe('A reply is refused, as the service would,', () => {
  const ussd = { Type: 'Response', Message: 'And?' }
  const release = { Type: 'Release', Message: 'Bye' }
  const tea = { Display: 'Tea', Value: '1' }
  const rich = { SessionId: 'a-session', Type: 'Response', Message: 'And?' }
  const cart = { ...rich, Type: 'AddToCart' }

  it.each<[problem: string, section: string, kind: TurnKind, body: unknown, answer?: object]>([
    ['its status is 400', '4.12', 'ussd', ussd, { status: 400 }],
    ['its status is 199', '4.12', 'ussd', ussd, { status: 199 }],
    ['its content type is not application/json', '4.12', 'ussd', ussd, { type: 'text/html' }],
    ['it is not valid JSON, so the subscriber would read UUE', '7.2', 'ussd', '{"Type": '],
    ['it is no JSON object', '2.8', 'ussd', '"Welcome"'],
    ['its Type is not response or release', '2.8', 'ussd', { Message: 'And?' }],
    ['its Type is not response or release', '2.8', 'ussd', { ...ussd, Type: 'AddToCart' }],
    ['its Type is not response or release', '2.8', 'ussd', { status: 'ok', data: ussd }],
    ['its Type is not response or release or addToCart', '2.6', 'programmable', { ...rich, Type: 'Timeout' }],
    ['its Message is no text', '2.8', 'ussd', { Type: 'Response' }],
    ['its Message is no text', '2.6', 'programmable', { ...rich, Message: 5 }],
    ['its ClientState is no text', '2.8', 'ussd', { ...ussd, ClientState: { step: 1 } }],
    ['its ClientState is longer than 100 characters', '8', 'ussd', { ...ussd, ClientState: 'x'.repeat(101) }],
    ['its Amount is no number', '2.8', 'ussd', { ...release, Amount: '5.00' }],
    ['its Description is no text', '2.8', 'ussd', { ...release, Amount: 5, Description: 5 }],
    [
      'its Description is longer than 100 characters',
      '8',
      'ussd',
      { ...release, Amount: 5, Description: 'x'.repeat(101) },
    ],
    ['its CallbackUrl is no text', '2.8', 'ussd', { ...release, Amount: 5, CallbackUrl: [] }],
    ['its SessionId is not that of the push', '2.6', 'programmable', { ...rich, SessionId: 'another' }],
    ['its SessionId is not that of the push', '2.6', 'programmable', ussd],
    ['its Label is no text', '2.6', 'programmable', { ...rich, Label: 5 }],
    [
      'its DataType is not display or input or confirm or select or menu',
      '2.6',
      'programmable',
      { ...rich, DataType: 'list' },
    ],
    [
      'its FieldType is not text or phone or email or number or decimal or textarea',
      '2.6',
      'programmable',
      { ...rich, FieldType: 'whole' },
    ],
    [
      'its DataType is menu, and its Data has no choices',
      '2.6',
      'programmable',
      { ...rich, DataType: 'menu', Data: [] },
    ],
    ['its DataType is select, and its Data has no choices', '2.6', 'programmable', { ...rich, DataType: 'select' }],
    ['its DataType is confirm, and its Data has no choices', '2.6', 'programmable', { ...rich, DataType: 'confirm' }],
    [
      'its DataType is input, and its Data has choices',
      '2.6',
      'programmable',
      { ...rich, DataType: 'input', Data: [tea] },
    ],
    [
      'its DataType is display, and its Data has choices',
      '2.6',
      'programmable',
      { ...rich, DataType: 'display', Data: [tea] },
    ],
    [
      'it has a FieldType, but its DataType is confirm',
      '2.6',
      'programmable',
      { ...rich, DataType: 'confirm', Data: [tea], FieldType: 'text' },
    ],
    ['its Data is no list', '2.6', 'programmable', { ...rich, Data: { odd: true } }],
    ['its Data is not made of Display and Value', '2.6', 'programmable', { ...rich, Data: ['Tea'] }],
    ['its Data is not made of Display and Value', '2.6', 'programmable', { ...rich, Data: [{ Value: '1' }] }],
    [
      'its Data is not made of Display and Value',
      '2.6',
      'programmable',
      { ...rich, Data: [{ Display: 'Tea', Value: 1 }] },
    ],
    [
      'an Amount in its Data is no number',
      '2.6',
      'programmable',
      { ...rich, Data: [{ Display: 'Tea', Value: '1', Amount: '5.00' }] },
    ],
    ['it has an Item, but its Type is response', '2.6', 'programmable', { ...rich, Item: { itemName: 'Tea' } }],
    ['it has no Item, though its Type is AddToCart', '2.6', 'programmable', { ...cart, Item: [] }],
    ['its Item is not made of itemName, qty and price', '2.6', 'programmable', { ...cart, Item: 'Tea' }],
    [
      'its Item is not made of itemName, qty and price',
      '2.6',
      'programmable',
      { ...cart, Item: { itemName: 'Tea', qty: 1 } },
    ],
    [
      'its Item is not made of itemName, qty and price',
      '2.6',
      'programmable',
      { ...cart, Item: { itemName: 'Tea', price: 1 } },
    ],
    [
      'its Item is not made of itemName, qty and price',
      '2.6',
      'programmable',
      { ...cart, Item: [{ qty: 1, price: 1 }] },
    ],
  ])('because %s (%s)', (problem, section, kind, body, answer) => {
    const shown = typeof body === 'string' ? body : JSON.stringify(body)
    expect(() => read(kind, body, answer)).toThrow(
      expect.objectContaining({
        code: 'FMW_PHONE_REPLY',
        message: `The service would refuse the reply to dial *713#: ${problem} (API document, ${section}). It was: ${shown}`,
      }),
    )
  })

  it('without showing more of it than a terminal holds', () => {
    expect(() => read('ussd', 'x'.repeat(10_000))).toThrow(/It was: x{500}$/)
  })
})
