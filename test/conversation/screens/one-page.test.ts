import { describe, expect, it } from 'vitest'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import { allWays, noWays, screenOf, usual } from './screens.ts'

describe('a screen that fits on one page', () => {
  it('is its text, its numbered choices and the ways, a line each', () => {
    expect(drawPage(screenOf("Ama's shop", ['Rice 5 kg', 'Oil 1 l']), allWays, usual, 0)).toEqual({
      text: "Ama's shop\n1. Rice 5 kg\n2. Oil 1 l\n0 Back 00 Menu",
      page: 0,
      isLast: true,
    })
  })

  it('begins with what was wrong with the last answer', () => {
    const content = screenOf('How many?', [], { lead: 'Numbers only, such as 1500.' })
    expect(drawPage(content, allWays, usual, 0).text).toBe('Numbers only, such as 1500.\nHow many?\n0 Back 00 Menu')
  })

  it('has no line of ways when there are none, and keeps the line feeds of its text', () => {
    expect(drawPage(screenOf('Goodbye\nAma'), noWays, usual, 0).text).toBe('Goodbye\nAma')
  })

  it('may fill the limit to the last septet, and not one more', () => {
    const at = { ...usual, limit: 40 }
    expect(drawPage(screenOf('x'.repeat(40)), noWays, at, 0)).toMatchObject({ isLast: true, text: 'x'.repeat(40) })
    expect(drawPage(screenOf('x'.repeat(41)), noWays, at, 0).isLast).toBe(false)
    expect(drawPage(screenOf('x'.repeat(33), ['ab']), noWays, at, 0)).toMatchObject({ isLast: true })
    expect(drawPage(screenOf('x'.repeat(34), ['abc']), noWays, at, 0)).toMatchObject({ isLast: false })
  })

  it.each([-1, 0, 1, 99])('is drawn whichever page is asked for, even %d', (page) => {
    expect(drawPage(screenOf('Welcome'), noWays, usual, page)).toEqual({ text: 'Welcome', page: 0, isLast: true })
  })
})
