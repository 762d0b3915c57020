import { describe, expect, it } from 'vitest'
import {
  encodeProgrammable,
  type ProgrammableReplies,
  programmableReplies,
  type ReplyOptions,
  readReplySettings,
  ussdReplies,
} from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const { prompt, menu, end, pay } = programmableReplies()
const push = { sessionId: 'session-1', serviceCode: '*713#' }
const tea = { name: 'Tea', quantity: 2, price: 5.5 }

function textOf(reply: ReturnType<ProgrammableReplies['prompt']>, options: ReplyOptions = {}): string {
  return encodeProgrammable(reply, push, readReplySettings(options))
}

function bodyOf(reply: ReturnType<ProgrammableReplies['prompt']>, options: ReplyOptions = {}): unknown {
  return JSON.parse(textOf(reply, options))
}

describe('a programmable reply on the wire', () => {
  it('fills every field of the reference', () => {
    expect(textOf(prompt('Welcome\nYour name?'))).toBe(
      '{"SessionId":"session-1","Type":"Response","Message":"Welcome\\nYour name?","Mask":"false",' +
        '"MaskNextRoute":"false","Item":null,"ServiceCode":null,"Label":"Welcome","DataType":"input",' +
        '"Data":[],"FieldType":"text"}',
    )
  })

  it('is a display when it ends', () => {
    const expected = { Type: 'Release', Item: null, DataType: 'display', Data: [], FieldType: 'text' }
    expect(bodyOf(end('Goodbye'))).toMatchObject(expected)
  })

  it('carries the choices of a menu, with an amount only where there is one', () => {
    const choices = ['Tea', { label: 'Milk', value: 'milk', amount: 0.5 }]
    expect(bodyOf(menu('Welcome', choices, { as: 'select' }))).toMatchObject({
      Message: 'Welcome\n1. Tea\n2. Milk',
      Label: 'Welcome',
      DataType: 'select',
      FieldType: 'text',
      Data: [
        { Display: 'Tea', Value: '1' },
        { Display: 'Milk', Value: 'milk', Amount: 0.5 },
      ],
    })
    expect(textOf(menu('Welcome', choices))).toContain('"Data":[{"Display":"Tea","Value":"1"},{"Display":"Milk",')
  })

  it('has no FieldType when it asks for a yes or no', () => {
    const reply = menu('Sure?', ['Yes', 'No'], { as: 'confirm' })
    expect(bodyOf(reply)).toMatchObject({ DataType: 'confirm', FieldType: null })
  })

  it('carries the given field, masks and ClientState', () => {
    const reply = prompt('PIN', { field: 'number', maskNext: true, clientState: 'step=2' })
    const expected = { Mask: 'false', MaskNextRoute: 'true', FieldType: 'number', ClientState: 'step=2' }
    expect(bodyOf(reply)).toMatchObject(expected)
    expect(bodyOf(end('Your code is 7', { sensitive: true }))).toMatchObject({ Mask: 'true', MaskNextRoute: 'false' })
  })

  it('writes masks as booleans where the settings say so', () => {
    const reply = prompt('PIN', { sensitive: true })
    expect(bodyOf(reply, { mask: 'boolean' })).toMatchObject({ Mask: true, MaskNextRoute: false })
  })

  it('sends one item as an object and several as an array', () => {
    const item = { itemName: 'Tea', qty: 2, price: 5.5 }
    expect(bodyOf(pay('Confirm', tea))).toMatchObject({ Type: 'AddToCart', DataType: 'display', Item: item })
    expect(bodyOf(pay('Confirm', { items: [tea] }))).toMatchObject({ Item: item })
    expect(bodyOf(pay('Confirm', { items: [tea, tea] }))).toMatchObject({ Item: [item, item] })
  })

  it('sends one item as an array too where the settings say so', () => {
    const item = { ItemName: 'Tea', Qty: 2, Price: 5.5 }
    expect(bodyOf(pay('Confirm', tea), { items: 'array', itemNames: 'pascal' })).toMatchObject({ Item: [item] })
  })

  it('is written in camelCase and with lower-case words where the settings say so', () => {
    const reply = menu('Welcome', [{ label: 'Tea', amount: 5 }], { clientState: 'x' })
    expect(bodyOf(reply, { names: 'camel', typeWords: 'lower' })).toEqual({
      sessionId: 'session-1',
      type: 'response',
      message: 'Welcome\n1. Tea',
      mask: 'false',
      maskNextRoute: 'false',
      item: null,
      serviceCode: null,
      label: 'Welcome',
      dataType: 'menu',
      data: [{ display: 'Tea', value: '1', amount: 5 }],
      fieldType: 'text',
      clientState: 'x',
    })
    expect(bodyOf(end('Goodbye'), { typeWords: 'lower' })).toMatchObject({ Type: 'release' })
    expect(bodyOf(pay('Confirm', tea), { typeWords: 'lower' })).toMatchObject({ Type: 'AddToCart' })
  })

  it('carries the service code back only where the settings say so', () => {
    expect(bodyOf(end('Goodbye'), { serviceCode: 'echo' })).toMatchObject({ ServiceCode: '*713#' })
    const echo = readReplySettings({ serviceCode: 'echo' })
    expect(encodeProgrammable(end('Goodbye'), { sessionId: 's' }, echo)).toContain('"ServiceCode":null')
    expect(encodeProgrammable(end('Goodbye'), { sessionId: 's', serviceCode: null }, echo)).toContain(
      '"ServiceCode":null',
    )
  })

  it('is wrapped in an envelope where the settings say so', () => {
    const bare = bodyOf(end('Goodbye'))
    expect(bodyOf(end('Goodbye'), { envelope: true })).toEqual({ status: 'Success', message: 'Success', data: bare })
    const envelope = { status: 'ok', message: 'déjà' }
    expect(bodyOf(end('Goodbye'), { envelope })).toEqual({ ...envelope, data: bare })
  })

  it('is refused when the turn of another channel built it', () => {
    const foreign = ussdReplies({}).prompt('Welcome')
    // @ts-expect-error built by another channel
    const thrown = thrownBy(() => encodeProgrammable(foreign, push, readReplySettings()))
    expect(thrown.code).toBe('FMW_REPLY_CHANNEL')
  })
})
