import { describe, expect, it } from 'vitest'
import { readsAs } from '../../../src/conversation/judging/judgement.ts'

describe('a screen that is drawn again', () => {
  it.each([
    ['Tea, 5.00 \n1. Buy', 'Tea, 5.00\n1. Buy'],
    ['Send 20 to Ama?', 'Send 20 to *?'],
    // What was typed in vain behind a secret, and stands in the script's own list.
    ['Which?\n1. Black tea\n2. Green tea', 'Which?\n1. Black *\n2. Green *'],
    ['PIN 4711 of Kofi Mensah', 'PIN *** of * *'],
    ['Account 8,675,309 of Ama', 'Account * of *'],
    ['Dial *713#', 'Dial *713#'],
  ])('%j reads as %j', (screen, kept) => {
    expect(readsAs(screen, kept)).toBe(true)
  })

  it.each([
    ['Pay 20 to Ama?', 'Send 20 to *?'],
    ['Send 20 to ?', 'Send 20 to *?'],
    ['1. Black tea\n2. Coffee', '1. Black *\n2. Green *'],
    ['Tea', 'Coffee'],
    ['a-b', 'a*-b*b'],
  ])('%j reads otherwise than %j', (screen, kept) => {
    expect(readsAs(screen, kept)).toBe(false)
  })
})
