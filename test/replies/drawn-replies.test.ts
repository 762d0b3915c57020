import { describe, expect, it } from 'vitest'
import {
  type DrawnScreen,
  drawnReply,
  encodeProgrammable,
  encodeUssd,
  readReplySettings,
} from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const settings = readReplySettings()
const screen: DrawnScreen = {
  type: 'response',
  message: 'Shop\n1. Rice\n0 Back',
  dataType: 'menu',
  fieldType: 'text',
  data: [
    { label: 'Rice', value: 'rice', amount: 60 },
    { label: 'Back', value: '0' },
  ],
  sensitive: false,
  maskNext: false,
  state: { asked: 1 },
}

describe('a drawn screen', () => {
  it('is its text alone on USSD', () => {
    const reply = drawnReply('ussd', screen)
    expect(encodeUssd(reply, settings)).toBe('{"Type":"Response","Message":"Shop\\n1. Rice\\n0 Back"}')
    expect(reply.data).toEqual([])
  })

  it('has its choices in Data on rich channels', () => {
    const reply = drawnReply('programmable', { ...screen, message: 'Shop' })
    expect(JSON.parse(encodeProgrammable(reply, { sessionId: 's' }, settings))).toMatchObject({
      Type: 'Response',
      Message: 'Shop',
      Label: 'Shop',
      DataType: 'menu',
      Data: [
        { Display: 'Rice', Value: 'rice', Amount: 60 },
        { Display: 'Back', Value: '0' },
      ],
      FieldType: 'text',
    })
  })

  it.each([
    ['display', 'text', 0],
    ['input', 'email', 0],
    ['menu', 'email', 2],
    ['select', 'email', 2],
    ['confirm', null, 2],
  ] as const)('as %s has on rich channels the FieldType %s and %d choices', (dataType, fieldType, choices) => {
    const reply = drawnReply('programmable', { ...screen, dataType, fieldType: 'email' })
    expect(reply).toMatchObject({ dataType, fieldType })
    expect(reply.data).toHaveLength(choices)
  })

  it.each([
    ['display', 'display', 'text'],
    ['input', 'input', 'phone'],
    ['menu', 'input', 'phone'],
  ] as const)('as %s is a %s on USSD', (dataType, drawn, fieldType) => {
    expect(drawnReply('ussd', { ...screen, dataType, fieldType: 'phone' })).toMatchObject({
      dataType: drawn,
      fieldType,
    })
  })

  it('carries state, masks and title', () => {
    const reply = drawnReply('programmable', { ...screen, label: 'Ama', sensitive: true, maskNext: true })
    expect(reply).toMatchObject({
      state: { asked: 1 },
      hasState: true,
      label: 'Ama',
      sensitive: true,
      maskNext: true,
      clientState: undefined,
    })
  })

  it.each([
    [undefined, false],
    [null, true],
  ])('with the state %s replaces what the session has: %s', (state, replaces) => {
    expect(drawnReply('ussd', { ...screen, state }).hasState).toBe(replaces)
  })

  it('may be the last', () => {
    const reply = drawnReply('ussd', { ...screen, type: 'release', message: 'Goodbye\r\nAma' })
    expect(encodeUssd(reply, settings)).toBe('{"Type":"Release","Message":"Goodbye\\nAma"}')
  })

  it.each([
    ['FMW_REPLY_TEXT', { message: ' ' }],
    ['FMW_REPLY_TEXT', { label: '' }],
    ['FMW_REPLY_TEXT_LENGTH', { message: 'a'.repeat(4001) }],
    ['FMW_REPLY_CHOICES', { data: [] }],
    ['FMW_REPLY_CHOICES', { dataType: 'confirm', data: [{ label: 'Yes', value: 'yes' }] }],
    ['FMW_REPLY_AMOUNT', { data: [{ label: 'Rice', value: 'rice', amount: 0.001 }] }],
  ] as const)('is refused with %s for %o', (code, wrong) => {
    expect(thrownBy(() => drawnReply('programmable', { ...screen, ...wrong })).code).toBe(code)
  })
})
