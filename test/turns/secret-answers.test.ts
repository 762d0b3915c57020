import { describe, expect, it } from 'vitest'
import { drive, prompt, settled } from './drive.ts'
import { type EventFields, ussdEvent } from './ussd-event.ts'

const pin: EventFields = { sessionId: 'a', type: 'response', message: '4321', sequence: 2 }

/** The first screen asks for a PIN; the answer to it fails when it is `0000`. */
function asksPin() {
  const driven = drive(({ type, message }) => {
    if (type === 'initiation') return prompt('PIN?', { maskNext: true })
    if (message === '0000') throw new Error('0000 is wrong')
    return prompt('Welcome')
  })
  driven.push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
  return { ...driven, masks: (fields: EventFields) => driven.turns.masksAnswer(ussdEvent(fields)) }
}

describe('The answer to a screen that asked for a secret', () => {
  it.each([
    ['masks its answer', { maskNext: true }],
    ['is sensitive itself', { sensitive: true }],
  ])('is kept out of logs when the screen %s', (_how, options) => {
    const { push, turns } = drive(() => prompt('PIN?', options))
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })

    expect(turns.masksAnswer(ussdEvent(pin))).toBe(true)
  })

  it('is not, when the screen asked for nothing secret', () => {
    const { push, turns } = drive(() => prompt('Name?'))
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })

    expect(turns.masksAnswer(ussdEvent(pin))).toBe(false)
  })

  it('is kept out when the same push comes again, although the screen since asked for nothing', () => {
    const { push, masks } = asksPin()
    push(pin)

    expect(masks(pin)).toBe(true)
    expect(masks({ ...pin, sequence: null })).toBe(true)
    expect(masks({ ...pin, message: '1', sequence: 3 })).toBe(false)
  })

  it('is not, when the push answers no screen and waits for its handler', () => {
    const { push, turns } = drive(() => new Promise(() => undefined))
    const dialled: EventFields = { sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 }
    push(dialled)

    expect(turns.masksAnswer(ussdEvent(dialled))).toBe(false)
  })

  it('is kept out when it waited behind another turn', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, turns } = drive(({ type, message }) => {
      if (type === 'initiation') return prompt('PIN?', { maskNext: true })
      return message === '4321' ? work.promise : new Promise(() => undefined)
    })
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    push(pin)
    const corrected: EventFields = { ...pin, message: '4312' }
    push(corrected)
    work.resolve(prompt('Welcome'))
    await settled()

    expect(turns.masksAnswer(ussdEvent(corrected))).toBe(true)
  })

  it('is kept out of reports of what failed', () => {
    const { push, reports } = asksPin()
    push({ ...pin, message: '0000' })

    expect(reports).toEqual([{ failed: new Error('0000 is wrong'), place: 'handler', secrets: ['0000'] }])
  })

  it('is kept out of reports of what failed after the session had gone on', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, reports } = drive(({ type }) =>
      type === 'initiation' ? prompt('PIN?', { maskNext: true }) : work.promise,
    )
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    push(pin)
    push({ sessionId: 'a', type: 'release', sequence: 3 })
    work.reject(new Error('4321 is wrong'))
    await settled()

    expect(reports).toEqual([{ fenced: 'a', error: new Error('4321 is wrong'), secrets: ['4321'] }])
  })

  it('is kept out where nobody knows what the last screen asked: after a restart, or after its time', () => {
    const { push, turns, reports } = drive(() => {
      throw new Error('4321 is wrong')
    })

    expect(turns.masksAnswer(ussdEvent(pin))).toBe(true)
    expect(turns.masksAnswer(ussdEvent({ ...pin, type: 'initiation' }))).toBe(false)
    push(pin)
    expect(reports).toEqual([{ failed: new Error('4321 is wrong'), place: 'handler', secrets: ['4321'] }])
  })
})
