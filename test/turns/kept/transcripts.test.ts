import { describe, expect, it } from 'vitest'
import { phoneKey } from '../../../src/text/phone.ts'
import { turnKey } from '../../../src/turns/stored/keys.ts'
import { ussdEvent } from '../ussd-event.ts'
import { driveKept, end, type Instance, pay, prompt, settled } from './drive-kept.ts'

async function transcriptOf({ store }: Instance, sessionId = 'a') {
  const [session] = await store.get('default', sessionId)
  if (session === undefined) throw new Error(`no session ${sessionId} is kept`)
  return session
}

describe('The transcript of a session', () => {
  it('has each turn with its time, what was entered, what was shown and how it came about', async () => {
    const driven = driveKept(({ type }) => {
      driven.clock.advance(12.4)
      return type === 'initiation' ? prompt('Welcome\n1. Tea') : pay('Approve', { amount: 5, description: 'Tea' })
    })
    const line = driven.session('a')
    line.dial()
    await settled()
    line.send('1')
    await settled()
    const { transcript, ...summary } = await transcriptOf(driven)

    expect(summary).toMatchObject({ kind: 'ussd', phone: '+233...000', turns: 2, isOver: true, fallbacks: 0 })
    expect(transcript).toEqual([
      {
        at: 0,
        sequence: 1,
        type: 'initiation',
        entered: '*713#',
        screen: 'Welcome\n1. Tea',
        source: 'handler',
        ms: 12,
      },
      { at: 0, sequence: 2, type: 'response', entered: '1', screen: 'Approve', source: 'handler', ms: 12 },
    ])
  })

  it('has neither a PIN nor a screen that shows one, nor a whole number', async () => {
    const driven = driveKept(({ type }) =>
      type === 'initiation' ? prompt('PIN?', { maskNext: true }) : end('Your code is 7777', { sensitive: true }),
    )
    const line = driven.session('a')
    line.dial()
    await settled()
    line.send('4321')
    await settled()
    const session = await transcriptOf(driven)

    expect(session.transcript.map(({ entered, screen }) => [entered, screen])).toEqual([
      ['*713#', 'PIN?'],
      [null, '(sensitive)'],
    ])
    expect(JSON.stringify(session)).not.toMatch(/4321|7777|233000000000/)
  })

  it('leaves out answers that were dialled with the code, which may be a PIN', async () => {
    const driven = driveKept(() => end('Goodbye'))
    driven.push({ sessionId: 'a', type: 'initiation', message: '*713*4321#', answers: ['4321'], sequence: 1 })
    await settled()
    const { transcript } = await transcriptOf(driven)

    expect(transcript[0]?.entered).toBe('713 (sensitive)')
  })

  it('keeps at most 200 characters of an answer, whole ones, and no type that is no word of the reference', async () => {
    const driven = driveKept(() => prompt('Next'), { takes: () => true })
    driven.session('a').dial()
    await settled()
    driven.push({ sessionId: 'a', type: 'x'.repeat(500), message: `${'a'.repeat(199)}😀`, sequence: 2 })
    await settled()
    const { transcript } = await transcriptOf(driven)

    expect(transcript[1]).toMatchObject({ type: '(unknown)', entered: `${'a'.repeat(199)}\ufffd` })
  })

  it('is found by the whole phone number, however that was written', async () => {
    const driven = driveKept(() => end('Goodbye'))
    const mobile = '233000000000'
    driven.push({ sessionId: 'a', type: 'initiation', mobile, mobileInternational: null, sequence: 1 })
    driven.push({ sessionId: 'b', type: 'initiation', sequence: 1 })
    driven.push({
      sessionId: 'c',
      type: 'initiation',
      mobile: '+233000000001',
      mobileInternational: '+233000000001',
      sequence: 1,
    })
    await settled()
    const { sessions } = await driven.store.list({
      registration: 'default',
      phoneKey: phoneKey('+233000000000'),
      limit: 10,
    })

    expect(sessions.map(({ sessionId }) => sessionId).toSorted()).toEqual(['a', 'b'])
  })

  it('has waiting screens, releases and the end, counted as what they are', async () => {
    const driven = driveKept(() => new Promise(() => undefined))
    const line = driven.session('a')
    line.dial()
    await settled()
    driven.clock.advance(6_000)
    await settled()
    line.send('1')
    await settled()
    driven.clock.advance(6_000)
    await settled()
    line.release()
    await settled()
    const { transcript, fallbacks } = await transcriptOf(driven)

    expect(transcript.map(({ source, ms }) => [source, ms])).toEqual([
      ['waiting', 6_000],
      ['waiting', 6_000],
      ['ended', 0],
    ])
    expect(fallbacks).toBe(2)
  })
})

describe('What a turn is known by', () => {
  it('shows no PIN, and is another in each session', () => {
    const pin = { type: 'response', message: '4321', sequence: 2 } as const
    const keys = ['a', 'b'].map((sessionId) => turnKey(ussdEvent({ ...pin, sessionId })))

    expect(keys.join()).not.toContain('4321')
    expect(new Set(keys).size).toBe(2)
    expect(turnKey(ussdEvent({ ...pin, sessionId: 'a', type: 'x'.repeat(5_000) })).length).toBeLessThan(200)
    expect(turnKey(ussdEvent({ ...pin, sessionId: 'a', sequence: null }))).toMatch(/^none\./)
  })
})
