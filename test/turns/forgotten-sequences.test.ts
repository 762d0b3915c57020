import { describe, expect, it } from 'vitest'
import { drive, prompt } from './drive.ts'

function long() {
  const seen: (number | null)[] = []
  const driven = drive((event) => {
    seen.push(event.sequence)
    return prompt(`Screen ${event.sequence}`)
  })
  const turn = (sequence: number | null) =>
    driven.push({ sessionId: 'a', type: 'response', message: `m${sequence}`, sequence })
  return { ...driven, seen, turn }
}

describe('The turns of a very long session', () => {
  it('are remembered for repeats, 64 of them', () => {
    const { turn, seen } = long()
    for (let sequence = 1; sequence <= 64; sequence++) turn(sequence)

    expect(turn(1).screen).toBe('repeated: response "Screen 1"')
    expect(seen).toHaveLength(64)
  })

  it('never run again once they were forgotten: a repeat is released politely', () => {
    const { turn, seen } = long()
    for (let sequence = 1; sequence <= 67; sequence++) turn(sequence)

    expect([1, 2, 3].map((sequence) => turn(sequence).screen)).toEqual(
      Array(3).fill('ended: release "This has ended. Please dial again."'),
    )
    expect(turn(4).source).toBe('repeated')
    expect(seen).toHaveLength(67)
  })

  it('go on after that', () => {
    const { turn } = long()
    for (let sequence = 1; sequence <= 67; sequence++) turn(sequence)
    turn(1)

    expect(turn(68).screen).toBe('handler: response "Screen 68"')
  })

  it('stay forgotten up to the highest, whatever order they came in', () => {
    const { turn, seen } = long()
    turn(9)
    turn(5)
    for (let sequence = 10; sequence < 74; sequence++) turn(sequence)

    expect([turn(9).source, turn(5).source, turn(7).source]).toEqual(['ended', 'ended', 'ended'])
    expect(seen).toHaveLength(65)
  })

  it('without a sequence are forgotten without a trace', () => {
    const { turn, seen } = long()
    for (let count = 0; count < 70; count++) turn(null)

    expect(turn(1).source).toBe('handler')
    expect(seen).toHaveLength(71)
  })
})
