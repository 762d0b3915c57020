import { describe, expect, it } from 'vitest'
import { drive, end, prompt, settled } from './drive.ts'

const answer = { sessionId: 'a', type: 'response', message: '1' } as const

describe('Without a sequence', () => {
  it('a copy of the turn that runs joins it', async () => {
    const work = Promise.withResolvers<unknown>()
    let runs = 0
    const { push } = drive(() => {
      runs += 1
      return work.promise
    })
    const first = push(answer)
    const copy = push(answer)
    work.resolve(prompt('Bought'))
    await settled()

    expect([first.source, copy.source]).toEqual(['handler', 'repeated'])
    expect(runs).toBe(1)
  })

  it('the same words after the answer are a new answer: "1" twice is two choices', () => {
    let runs = 0
    const { push, reports } = drive(() => {
      runs += 1
      return prompt(`Screen ${runs}`)
    })
    push(answer)

    expect(push(answer).screen).toBe('handler: response "Screen 2"')
    expect(reports).toEqual([])
  })

  it('the same words after the waiting screen take the result of the work', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, clock } = drive(() => work.promise)
    push(answer)
    clock.advance(6_000)
    const next = push(answer)
    work.resolve(prompt('Bought'))
    await settled()

    expect(next.screen).toBe('late: response "Bought"')
  })

  it('a copy of the last turn of a session that is over gets its screen again', () => {
    let runs = 0
    const { push } = drive(() => {
      runs += 1
      return end('Goodbye')
    })
    const last = push(answer)

    expect(push(answer).reply).toEqual(last.reply)
    expect(push({ ...answer, message: '2' }).screen).toBe('ended: release "This has ended. Please dial again."')
    expect(runs).toBe(1)
  })

  it('of two equal turns of a session that is over, the later one is repeated', () => {
    let runs = 0
    const { push } = drive(() => {
      runs += 1
      return runs === 1 ? prompt('Sure? 1. Yes') : end('Bought')
    })
    push(answer)
    push(answer)

    expect(push(answer).screen).toBe('repeated: release "Bought"')
  })

  it('a push is not a copy of one that had a sequence', () => {
    const { push } = drive(({ sequence }) => prompt(`Sequence ${sequence}`))
    push({ ...answer, sequence: 2 })

    expect(push(answer).screen).toBe('handler: response "Sequence null"')
  })
})
