import { describe, expect, it } from 'vitest'
import { programmable } from '../../src/pushes/programmable.ts'
import { readTypeWord } from '../../src/pushes/session-push.ts'
import { ussd } from '../../src/pushes/ussd.ts'
import { eventOf } from './receive.ts'
import { sampleWith } from './samples.ts'

const spellings = {
  initiation: ['initiation', 'Initiation', 'INITIATION', 'iNiTiAtIoN'],
  response: ['response', 'Response', 'RESPONSE'],
  release: ['release', 'Release', 'RELEASE'],
  timeout: ['timeout', 'Timeout', 'TIMEOUT', 'TimeOut', 'Time-out', 'time out'],
  addToCart: ['AddToCart', 'addToCart', 'addtocart', 'ADDTOCART', 'add_to_cart', 'Add To Cart'],
}

describe.each(Object.entries(spellings))('the type %s', (word, texts) => {
  it.each(texts)('is read from %s', (text) => {
    expect(readTypeWord(text)).toBe(word)
    expect(readTypeWord(` ${text}\n`)).toBe(word)
  })

  it('is told on both kinds of turn', () => {
    for (const Type of texts) {
      expect(eventOf(ussd, sampleWith('ussd', { Type })).type).toBe(word)
      expect(eventOf(programmable, sampleWith('programmable', { Type })).type).toBe(word)
    }
  })
})

describe('a type that is not known', () => {
  it.each(['Query', 'Favorite', 'HijackSession', 'initiation2', '__proto__', 'constructor', '1', 'Re\u017fponse'])(
    'is kept as it came: %s',
    (Type) => {
      expect(readTypeWord(Type)).toBe(Type)
      expect(eventOf(ussd, sampleWith('ussd', { Type })).type).toBe(Type)
    },
  )

  it('loses only the space around it', () => {
    expect(eventOf(ussd, sampleWith('ussd', { Type: ' Query ' })).type).toBe('Query')
  })

  it('may be a number', () => {
    expect(eventOf(ussd, sampleWith('ussd', { Type: 7 })).type).toBe('7')
  })
})
