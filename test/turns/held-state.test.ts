import { describe, expect, it } from 'vitest'
import { HeldState } from '../../src/turns/state.ts'
import { ActiveTurn } from '../../src/turns/turn.ts'
import { drive, prompt } from './drive.ts'

class Held extends HeldState {
  readonly #json: unknown
  readonly #length: number

  constructor(json: unknown, length: number) {
    super()
    this.#json = json
    this.#length = length
  }

  override toJSON(): unknown {
    return this.#json
  }

  override get largest(): string {
    return "all of it is somebody else's"
  }

  override get lengthAtMost(): number {
    return this.#length
  }
}

/** Gives a state, and says what the next turn finds. */
function give(given: Held) {
  const found: unknown[] = []
  const { session, reports } = drive((_push, turn) => {
    if (!turn.isNew && turn instanceof ActiveTurn) found.push(turn.held, turn.state)
    return prompt('Next?', { state: given })
  })
  const line = session('a')
  line.dial()
  line.send('1')
  return { found, reports }
}

describe('A state that its handler holds', () => {
  it('is given back to it as it is, and to everybody else as a copy', () => {
    const json = { step: 1 }
    const given = new Held(json, 100)
    const { found } = give(given)
    expect(found).toEqual([given, { step: 1 }])
    expect(found[0]).toBe(given)
    expect(found[1]).not.toBe(json)
  })

  it('is written where it might be too long, and refused where it is', () => {
    expect(give(new Held({ step: 1 }, 65_537)).found).toEqual([undefined, { step: 1 }])
    const { found, reports } = give(new Held('x'.repeat(65_535), 65_537))
    expect(found).toEqual([])
    expect(reports[0]).toMatchObject({ failed: { code: 'FMW_STATE' }, place: 'handler' })
  })
})
