import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'

const odd = 'another message came with the same sequence: taken as a new turn'

describe('Another message with a sequence that was there', () => {
  it('is a new turn, and said to be odd', () => {
    const { push, reports } = drive(({ message }) => prompt(`Took ${message}`))
    push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    expect(reports).toEqual([])
    const other = push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 })

    expect(other.screen).toBe('handler: response "Took 2"')
    expect(reports).toEqual([{ odd }])
  })

  it('is a new turn also when only the type differs', () => {
    const { push, reports } = drive(({ type }) => prompt(`Took ${type}`))
    push({ sessionId: 'a', type: 'initiation', message: '1', sequence: 1 })
    const other = push({ sessionId: 'a', type: 'response', message: '1', sequence: 1 })

    expect(other.screen).toBe('handler: response "Took response"')
    expect(reports).toEqual([{ odd }])
  })

  it('waits behind the one that runs', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, reports } = drive(({ message }) => (message === '1' ? work.promise : prompt(`Took ${message}`)))
    push({ sessionId: 'a', type: 'response', message: '1', sequence: 2 })
    const other = push({ sessionId: 'a', type: 'response', message: '2', sequence: 2 })
    expect(other.isAnswered).toBe(false)
    expect(reports).toEqual([{ odd }])
    work.resolve(prompt('Took 1'))
    await settled()

    expect(other.screen).toBe('handler: response "Took 2"')
  })

  it('is repeated like any turn, each to its own answer', () => {
    const { push, reports } = drive(({ message }) => prompt(`Took ${message} ${Math.random()}`))
    const both = ['1', '2'].map((message) => push({ sessionId: 'a', type: 'response', message, sequence: 2 }))
    const again = ['1', '2'].map((message) => push({ sessionId: 'a', type: 'response', message, sequence: 2 }))

    expect(again.map(({ reply }) => reply)).toEqual(both.map(({ reply }) => reply))
    expect(reports).toEqual([{ odd }])
  })
})
