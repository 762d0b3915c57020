import { describe, expect, it } from 'vitest'
import { encodeUssd, programmableReplies, readReplySettings, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const settings = readReplySettings()
const { prompt, menu, end, pay } = ussdReplies({})
const payment = { amount: 5.5, description: 'Tea', callbackUrl: 'https://shop.example/paid' }

describe('a USSD reply on the wire', () => {
  it('is Type and Message', () => {
    expect(encodeUssd(prompt('Welcome\n1. "Tea"'), settings)).toBe(
      '{"Type":"Response","Message":"Welcome\\n1. \\"Tea\\""}',
    )
    expect(encodeUssd(end('Goodbye'), settings)).toBe('{"Type":"Release","Message":"Goodbye"}')
    expect(encodeUssd(menu('Welcome', ['Tea']), settings)).toBe('{"Type":"Response","Message":"Welcome\\n1. Tea"}')
  })

  it('carries a ClientState when one was given, an empty one too', () => {
    expect(encodeUssd(prompt('Next', { clientState: 'step=2' }), settings)).toBe(
      '{"Type":"Response","Message":"Next","ClientState":"step=2"}',
    )
    expect(encodeUssd(prompt('Next', { clientState: '' }), settings)).toContain('"ClientState":""')
  })

  it('carries the payment request of a release', () => {
    expect(encodeUssd(pay('Approve', payment), settings)).toBe(
      '{"Type":"Release","Message":"Approve","Description":"Tea","Amount":5.5,"CallbackUrl":"https://shop.example/paid"}',
    )
    expect(encodeUssd(pay('Approve', { amount: 5, description: 'Tea' }), settings)).toBe(
      '{"Type":"Release","Message":"Approve","Description":"Tea","Amount":5}',
    )
  })

  it('leaves out what only rich channels know', () => {
    const options = { sensitive: true, maskNext: true, label: 'Shop', state: { step: 2 } }
    const expected = { Type: 'Response', Message: 'PIN' }
    expect(JSON.parse(encodeUssd(prompt('PIN', { ...options, field: 'number' }), settings))).toEqual(expected)
  })

  it('is written in camelCase and with lower-case words where the settings say so', () => {
    const camel = readReplySettings({ names: 'camel', typeWords: 'lower' })
    expect(encodeUssd(prompt('Next', { clientState: 'x' }), camel)).toBe(
      '{"type":"response","message":"Next","clientState":"x"}',
    )
    expect(encodeUssd(pay('Approve', payment), camel)).toBe(
      '{"type":"release","message":"Approve","description":"Tea","amount":5.5,"callbackUrl":"https://shop.example/paid"}',
    )
    expect(encodeUssd(end('Goodbye'), readReplySettings({ typeWords: 'lower' }))).toBe(
      '{"Type":"release","Message":"Goodbye"}',
    )
  })

  it('is never wrapped in the envelope of programmable services', () => {
    expect(encodeUssd(end('Goodbye'), readReplySettings({ envelope: true }))).toBe(
      '{"Type":"Release","Message":"Goodbye"}',
    )
  })

  it('is refused when the turn of another channel built it', () => {
    const foreign = programmableReplies().prompt('Welcome')
    // @ts-expect-error built by another channel
    const thrown = thrownBy(() => encodeUssd(foreign, settings))
    expect(thrown.code).toBe('FMW_REPLY_CHANNEL')
    expect(thrown.message).toContain('built for the channel programmable and cannot answer a push of the channel ussd')
  })
})
