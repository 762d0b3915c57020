import { describe, expect, it } from 'vitest'
import { programmableReplies, readReplySettings, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const secret = 's3cret'
const long = secret.repeat(1000)
const { prompt, menu, end, pay } = ussdReplies({})
const payment = { amount: 5, description: 'Tea' }

describe('the error of a misused builder', () => {
  it.each([
    ['a message', () => prompt(long)],
    ['a last message', () => end(long, { sensitive: true })],
    ['a title', () => menu(long, ['Tea'])],
    ['a choice', () => menu('Welcome', [long])],
    ['a value', () => menu('Welcome', [{ label: 'Tea', value: long }])],
    [
      'a repeated value',
      () =>
        menu('Welcome', [
          { label: 'Tea', value: secret },
          { label: 'Milk', value: secret },
        ]),
    ],
    ['a label', () => prompt('Welcome', { label: long })],
    ['a ClientState', () => prompt('Welcome', { clientState: long })],
    ['a description', () => pay('Pay', { ...payment, description: long })],
    ['an address', () => pay('Pay', { ...payment, callbackUrl: secret })],
    ['an item', () => programmableReplies().pay('Pay', { name: long, quantity: 1, price: 5 })],
    ['a default label', () => readReplySettings({ label: long })],
  ])('shows nothing of %s', (_what, misuse) => {
    const { code, message } = thrownBy(misuse)
    expect(code).toMatch(/^FMW_REPLY_/)
    expect(message).not.toContain(secret)
  })

  it('is thrown where the builder is called, so its stack shows the misuse', () => {
    function handlerOfTheShop() {
      return prompt('')
    }
    let stack: string | undefined
    try {
      handlerOfTheShop()
    } catch (error) {
      stack = error instanceof Error ? error.stack : undefined
    }
    expect(stack).toContain('handlerOfTheShop')
  })
})
