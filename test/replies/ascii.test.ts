import { describe, expect, it } from 'vitest'
import {
  encodeProgrammable,
  encodeUssd,
  programmableReplies,
  readReplySettings,
  ussdReplies,
} from '../../src/replies/index.ts'

const ussd = ussdReplies({})
const programmable = programmableReplies()
const keep = readReplySettings()
const ascii = readReplySettings({ characters: 'ascii' })

describe('characters beyond ASCII', () => {
  it('leave as escapes, so the JSON is pure ASCII and loses nothing', () => {
    const json = encodeUssd(ussd.prompt('Tɔn: ₵5 \ud83c\udf75', { clientState: 'é' }), keep)
    expect(json).toBe('{"Type":"Response","Message":"T\\u0254n: \\u20b55 \\ud83c\\udf75","ClientState":"\\u00e9"}')
    expect(JSON.parse(json)).toEqual({ Type: 'Response', Message: 'Tɔn: ₵5 \ud83c\udf75', ClientState: 'é' })
  })

  it('and the control DEL leave as escapes in what comes back', () => {
    expect(encodeUssd(ussd.prompt('Hi', { clientState: 'a\u007fb' }), keep)).toContain('"ClientState":"a\\u007fb"')
  })

  it('are folded in every text for people where the settings say so', () => {
    expect(JSON.parse(encodeUssd(ussd.pay('Tɔn café', { amount: 5, description: 'Café' }), ascii))).toMatchObject({
      Message: 'Ton cafe',
      Description: 'Cafe',
    })
    const menu = programmable.menu('Café', [{ label: 'Thé', value: 'thé' }], { label: 'Déjà', clientState: 'é' })
    expect(JSON.parse(encodeProgrammable(menu, { sessionId: 'é' }, ascii))).toMatchObject({
      Message: 'Cafe\n1. The',
      Label: 'Deja',
      Data: [{ Display: 'The', Value: 'thé' }],
      ClientState: 'é',
      SessionId: 'é',
    })
    const cart = programmable.pay('Café', { name: 'Thé', quantity: 1, price: 5 })
    expect(JSON.parse(encodeProgrammable(cart, { sessionId: 's' }, ascii))).toMatchObject({ Item: { itemName: 'The' } })
  })

  it('that folding makes longer leave a description within its limit', () => {
    const reply = ussd.pay('Pay', { amount: 5, description: '₵'.repeat(100) })
    expect(JSON.parse(encodeUssd(reply, ascii)).Description).toBe('GHS'.repeat(34).slice(0, 100))
    expect(JSON.parse(encodeUssd(reply, keep)).Description).toBe('₵'.repeat(100))
  })

  it('that folding takes away whole leave a question mark, since no text may be empty', () => {
    expect(JSON.parse(encodeUssd(ussd.prompt('\u0301'), ascii)).Message).toBe('?')
    expect(JSON.parse(encodeUssd(ussd.prompt('Tea'), ascii)).Message).toBe('Tea')
  })
})
