import { describe, expect, it } from 'vitest'
import { readReplySettings } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const defaults = {
  names: 'pascal',
  typeWords: 'capital',
  characters: 'keep',
  callbackUrl: undefined,
  itemNames: 'camel',
  items: 'auto',
  mask: 'string',
  serviceCode: 'null',
  envelope: undefined,
  label: undefined,
}

describe('the settings of replies', () => {
  it('follow the reference when nothing is set', () => {
    expect(readReplySettings()).toEqual(defaults)
    expect(readReplySettings({})).toEqual(defaults)
    expect(readReplySettings({ names: undefined, envelope: false })).toEqual(defaults)
  })

  it('take what is set', () => {
    const options = {
      names: 'camel',
      typeWords: 'lower',
      characters: 'ascii',
      callbackUrl: 'https://shop.example/paid',
      itemNames: 'pascal',
      items: 'array',
      mask: 'boolean',
      serviceCode: 'echo',
      envelope: { status: 'ok', message: '' },
      label: 'Shop',
    } as const
    expect(readReplySettings(options)).toEqual(options)
  })

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readReplySettings())).toBe(true)
    expect(Object.isFrozen(readReplySettings({ envelope: { status: 'ok', message: 'ok' } }).envelope)).toBe(true)
  })

  it('use the word Success in an envelope that is only switched on', () => {
    expect(readReplySettings({ envelope: true }).envelope).toEqual({ status: 'Success', message: 'Success' })
  })

  it.each(['names', 'typeWords', 'characters', 'itemNames', 'items', 'mask', 'serviceCode'])(
    'refuse an unknown word for %s, with those it takes',
    (name) => {
      const thrown = thrownBy(() => readReplySettings({ [name]: 'Pascal' }))
      expect(thrown.code).toBe('FMW_REPLY_OPTION_VALUE')
      expect(thrown.message).toMatch(
        new RegExp(`^The setting of replies takes for "${name}" only "\\w+", "\\w+", but it is "Pascal"\\.$`),
      )
    },
  )

  it.each([
    'yes',
    null,
    1,
    { status: 'ok' },
    { status: 'ok', message: 1 },
    { status: 1, message: 'ok' },
    { message: '' },
  ])('refuse the envelope %j', (envelope) => {
    // @ts-expect-error not an envelope
    const thrown = thrownBy(() => readReplySettings({ envelope }))
    expect(thrown.code).toBe('FMW_REPLY_OPTION_VALUE')
    expect(thrown.message).toContain('takes for "envelope" only true, false or { status, message }')
  })

  it('refuse a setting that does not exist, with the one that is meant', () => {
    // @ts-expect-error the setting is called envelope
    const thrown = thrownBy(() => readReplySettings({ envelop: true }))
    expect(thrown.code).toBe('FMW_REPLY_OPTION_NAME')
    expect(thrown.message).toContain('The setting of replies takes nothing called "envelop"; "envelope" may be meant')
  })

  it('refuse a blank label and an address that cannot be called', () => {
    expect(thrownBy(() => readReplySettings({ label: ' ' })).message).toContain('The setting label must be a string')
    expect(thrownBy(() => readReplySettings({ callbackUrl: '/paid' })).code).toBe('FMW_REPLY_CALLBACK_URL')
  })

  it('refuse what is no object', () => {
    // @ts-expect-error settings are an object
    expect(thrownBy(() => readReplySettings('camel')).code).toBe('FMW_REPLY_OPTION_VALUE')
  })
})
