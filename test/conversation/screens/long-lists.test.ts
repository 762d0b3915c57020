import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import { allWays, manyLabels, noWays, pagesOf, screenOf, usual } from './screens.ts'

const small = { ...usual, limit: 48 }

describe('a list that is longer than a page', () => {
  it('is numbered over all pages, with its title on each', () => {
    expect(pagesOf(screenOf('Shop', manyLabels(7)), allWays, { ...usual, limit: 80 })).toEqual([
      'Shop\n1. Rice 1 kg\n2. Rice 2 kg\n3. Rice 3 kg\n4. Rice 4 kg\n0 Back 00 Menu 99 More',
      'Shop\n5. Rice 5 kg\n6. Rice 6 kg\n7. Rice 7 kg\n0 Back 00 Menu',
    ])
  })

  it('has its title in short, where that is more than a quarter of the page', () => {
    const title = 'What would you like to have sent to your house today?\nChoose one'
    const pages = pagesOf(screenOf(title, manyLabels(20)))
    expect(pages[0]).toContain(`${title}\n1. Rice 1 kg\n`)
    expect(pages[1]).toMatch(/^What would you like to have sent to\.\.\.\n\d/)
  })

  it('leaves the title out where fewer than two choices would fit under it', () => {
    const labels = ['Rice of the north', 'Oil of the coast', 'Yam of the hills', 'Tea of the lake']
    expect(pagesOf(screenOf('Choose', labels), noWays, small)).toEqual([
      'Choose\n1. Rice of the north\n99 More',
      '2. Oil of the coast\n3. Yam of the hills\n99 More',
      'Choose\n4. Tea of the lake',
    ])
  })

  it('never splits a choice: one that does not fit whole goes to the next page', () => {
    const labels = manyLabels(40, 'kg of the very best kind')
    const shown = pagesOf(screenOf('Shop', labels), allWays).flatMap((page) => page.split('\n'))
    for (const [index, label] of labels.entries()) expect(shown).toContain(`${index + 1}. ${label}`)
  })

  it('shortens a choice that is longer than a page of its own, and only that', () => {
    const long = 'Rice '.repeat(20).trim()
    const pages = pagesOf(screenOf('Shop', ['Oil', long, 'Tea']), noWays, small)
    expect(pages).toEqual([
      'Shop\n1. Oil\n99 More',
      '2. Rice Rice Rice Rice Rice Rice Rice...\n99 More',
      'Shop\n3. Tea',
    ])
  })

  it('shortens the last choice less, because no page follows it', () => {
    const pages = pagesOf(screenOf('Shop', ['Oil', 'x'.repeat(99)]), noWays, small)
    expect(pages).toEqual(['Shop\n1. Oil\n99 More', `2. ${'x'.repeat(42)}...`])
  })

  it('shows the beginning of a choice that is longer than a page below the title, at a word', () => {
    const long = 'Rice '.repeat(20).trim()
    expect(pagesOf(screenOf('Shop', [long, 'Tea']), noWays, small)).toEqual([
      'Shop\n1. Rice Rice Rice Rice Rice Rice...\n99 More',
      'Shop\n2. Tea',
    ])
    expect(pagesOf(screenOf('Shop', [long]), noWays, small)).toEqual(['Shop\n1. Rice Rice Rice Rice Rice Rice Rice...'])
    const content = screenOf('Shop', [])
    const numbered = { ...content, choices: [{ label: long, value: '7', number: '' }] }
    expect(pagesOf(numbered, noWays, small)).toEqual(['Shop\nRice Rice Rice Rice Rice Rice Rice Rice...'])
  })

  it('leaves a text alone on its page where a choice fits whole on the next, or could not be read beside it', () => {
    const whole = 'Rice of the north, the best of all'
    expect(pagesOf(screenOf('Which of them?', [whole, 'Tea']), noWays, small)).toEqual([
      'Which of them?\n99 More',
      `1. ${whole}\n2. Tea`,
    ])
    const text = 'Which of them would you like to eat now?'
    expect(pagesOf(screenOf(text, ['x'.repeat(99)]), noWays, small)[0]).toBe(`${text}\n99 More`)
  })

  it('of 10,000 choices is drawn to its end', () => {
    const { text, page, isLast } = drawPage(screenOf('Shop', manyLabels(10_000)), allWays, usual, 1e9)
    expect(text).toMatch(/^Shop\n.*\n10000\. Rice 10000 kg\n0 Back 00 Menu$/s)
    expect(isLast).toBe(true)
    expect(page).toBeGreaterThan(1_000)
  })
})
