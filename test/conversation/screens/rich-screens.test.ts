import { describe, expect, it } from 'vitest'
import { drawRich } from '../../../src/conversation/screens/draw-screen.ts'
import { allWays, screenOf } from './screens.ts'

const ways = allWays.first

describe('a screen of a rich channel', () => {
  it('is the question alone, and its choices as data', () => {
    const content = screenOf("Ama's shop", [], { choices: [{ label: 'Rice', value: 'rice', amount: 60 }] })
    expect(drawRich(content, [])).toEqual({
      message: "Ama's shop",
      data: [{ label: 'Rice', value: 'rice', amount: 60 }],
    })
  })

  it.each(['menu', 'select'] as const)('as a %s has the ways beside the choices', (form) => {
    expect(drawRich(screenOf('Shop', ['Rice'], { form }), ways).data).toEqual([
      { label: 'Rice', value: 'Rice' },
      { label: 'Back', value: '0' },
      { label: 'Menu', value: '00' },
    ])
  })

  it.each(['confirm', 'input', 'display'] as const)('as a %s has no ways', (form) => {
    const content = screenOf('Pay 60?', ['Yes', 'No'], { form })
    expect(drawRich(content, ways).data).toEqual(content.choices)
  })

  it('is as long as its text, on one page and in any alphabet', () => {
    const text = 'Tɔn '.repeat(200)
    expect(drawRich(screenOf(text), ways).message).toBe(text)
  })

  it('begins with what was wrong with the last answer', () => {
    const content = screenOf('How many?', [], { lead: 'Numbers only, such as 1500.' })
    expect(drawRich(content, []).message).toBe('Numbers only, such as 1500.\nHow many?')
  })
})
