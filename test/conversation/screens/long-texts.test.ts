import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import { allWays, noWays, pagesOf, screenOf, usual } from './screens.ts'

const small = { ...usual, limit: 40 }

describe('a text that is longer than a page', () => {
  it('goes on over as many as it needs, broken at spaces', () => {
    const text = 'Your order was sent today and will be with you before the week is over.'
    expect(pagesOf(screenOf(text), noWays, small)).toEqual([
      'Your order was sent today and\n99 More',
      'will be with you before the week\n99 More',
      'is over.',
    ])
  })

  it('is broken at a line feed in the lower third of the page', () => {
    const text = 'Your order was sent today.\nIt comes on Friday, at noon.'
    expect(pagesOf(screenOf(text), noWays, small)).toEqual([
      'Your order was sent today.\n99 More',
      'It comes on Friday, at noon.',
    ])
  })

  it('is not broken at a line feed that would leave the page nearly empty', () => {
    const text = 'Dear Ama,\nyour order was sent and comes on Friday.'
    expect(pagesOf(screenOf(text), noWays, small)[0]).toBe('Dear Ama,\nyour order was sent\n99 More')
  })

  it('is broken where a word ends right at the edge', () => {
    const text = `${'x'.repeat(32)} ${'y'.repeat(32)} z`
    expect(pagesOf(screenOf(text), noWays, small)).toEqual([`${'x'.repeat(32)}\n99 More`, `${'y'.repeat(32)} z`])
  })

  it('offers on each page the ways of that page, and more where one follows', () => {
    const ways = { first: [{ key: '00', word: 'Menu' }], later: [{ key: '0', word: 'Back' }], more: allWays.more }
    const pages = pagesOf(screenOf('word '.repeat(70)), ways)
    expect(pages.map((page) => page.split('\n').at(-1))).toEqual(['00 Menu 99 More', '0 Back 99 More', '0 Back'])
  })

  it('has its choices under its end, numbered from 1', () => {
    const pages = pagesOf(screenOf('I have read what is written here and I agree', ['Yes', 'No']), noWays, small)
    expect(pages).toEqual(['I have read what is written here\n99 More', 'and I agree\n1. Yes\n2. No'])
  })

  it('has its choices on a page of their own where none fits under its end', () => {
    const pages = pagesOf(screenOf('I have read what is written here', ['I agree', 'I refuse']), noWays, small)
    expect(pages).toEqual(['I have read what is written here\n99 More', 'I have...\n1. I agree\n2. I refuse'])
  })

  it('has no page of spaces alone', () => {
    const text = `a${' \n'.repeat(200)}b \u200b${'\ufeff'.repeat(300)} c${' '.repeat(200)}`
    expect(pagesOf(screenOf(text), noWays, { ...usual, characters: 'keep' })).toEqual(['a\n99 More', 'b\n99 More', 'c'])
  })

  it('shows the last page for every page after it, and the first for every one before', () => {
    const content = screenOf('word '.repeat(70))
    expect(drawPage(content, noWays, usual, 1e9)).toEqual(drawPage(content, noWays, usual, 2))
    expect(drawPage(content, noWays, usual, 2)).toMatchObject({ page: 2, isLast: true })
    expect(drawPage(content, noWays, usual, -1)).toEqual(drawPage(content, noWays, usual, 0))
    expect(drawPage(content, noWays, usual, 0)).toMatchObject({ page: 0, isLast: false })
  })
})
