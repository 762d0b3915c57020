import { describe, expect, it } from 'vitest'
import {
  encodeProgrammable,
  type PromptOptions,
  programmableReplies,
  type ReplyOptions,
  readReplySettings,
} from '../../src/replies/index.ts'

function labelOf(message: string, options: PromptOptions = {}, settings: ReplyOptions = {}): unknown {
  const reply = programmableReplies().prompt(message, options)
  return JSON.parse(encodeProgrammable(reply, { sessionId: 's' }, readReplySettings(settings))).Label
}

describe('the label of a screen', () => {
  it('is the given one, else the one of the settings, else the first line of the message', () => {
    expect(labelOf('Welcome\nback', { label: 'Tea' }, { label: 'Shop' })).toBe('Tea')
    expect(labelOf('Welcome\nback', {}, { label: 'Shop' })).toBe('Shop')
    expect(labelOf('Welcome\nback')).toBe('Welcome')
    expect(labelOf('\n  Welcome  \nback')).toBe('Welcome')
    expect(labelOf('Welcome')).toBe('Welcome')
  })

  it('is short', () => {
    expect(labelOf('x'.repeat(40))).toBe('x'.repeat(40))
    expect(labelOf('x'.repeat(41))).toBe(`${'x'.repeat(37)}...`)
  })

  it('cuts no word', () => {
    const words = 'In which of the regions of our country do you live?'
    expect(labelOf(words)).toBe('In which of the regions of our...')
    expect(labelOf(`${'x'.repeat(37)} and milk`)).toBe(`${'x'.repeat(37)}...`)
  })

  it('is not cut through a character', () => {
    expect(labelOf(`${'x'.repeat(36)}\ud83c\udf75 and milk`)).toBe(`${'x'.repeat(36)}...`)
  })

  it('shows nothing of a masked message', () => {
    expect(labelOf('Your code is 4821', { sensitive: true })).toBe('Private')
    expect(labelOf('Your code is 4821', { sensitive: true, label: 'Code' })).toBe('Code')
  })
})
