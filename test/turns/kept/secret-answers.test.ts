import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import type { AnyHandler } from '../drive.ts'
import { type EventFields, ussdEvent } from '../ussd-event.ts'
import { driveKept, prompt, settled, world } from './drive-kept.ts'
import { failingStore } from './failing-store.ts'

const pin: EventFields = { sessionId: 'a', type: 'response', message: '4321', sequence: 2 }

const asksPin: AnyHandler = ({ type, message }) => {
  if (type === 'initiation') return prompt('PIN?', { maskNext: true })
  if (message === '0000') throw new Error('0000 is wrong')
  return prompt('Welcome. Name?')
}

/** Takes a push, and tells what is said with its answer about what was entered. */
function tell({ turns, clock }: ReturnType<typeof driveKept>, fields: EventFields): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const ignore = (): void => undefined
    const answer = (_reply: unknown, _source: unknown, isSecret?: boolean): void => resolve(isSecret)
    const within = (work: () => void): void => work()
    turns.take({
      event: ussdEvent(fields),
      arrivedAt: clock.monotonic(),
      log: silentLog,
      answer,
      refuse: ignore,
      within,
    })
  })
}

describe('The answer to a screen that asked for a secret', () => {
  it('is known as one when the turn is answered, whichever process showed the screen', async () => {
    const { start } = world()
    const [one, other] = [start(asksPin), start(asksPin)]
    const dialled = await tell(one, { sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
    const secret = await tell(other, pin)
    const name = await tell(one, { ...pin, message: 'Ama', sequence: 3 })

    expect([dialled, secret, name]).toEqual([false, true, false])
  })

  it('is one where nobody knows what the last screen asked', async () => {
    expect(await tell(driveKept(asksPin), pin)).toBe(true)
  })

  it.each([false, true])(
    'is one where the process that showed the screen was killed before the store had it (a handler that resumes: %s)',
    async (resumes) => {
      const { start, clock } = world()
      const faults = failingStore()
      const [dead, alive] = [start(asksPin, { through: faults.through }), start(asksPin, { resumes })]
      faults.fail('hangs', 'close')
      const dialled = dead.push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
      await settled()
      clock.advance(6_000)
      expect(dialled.screen).toBe('handler: response "PIN?"')
      await dead.kill()

      expect(await tell(alive, pin)).toBe(true)
      const [session] = await alive.store.get('default', 'a')
      expect(session?.transcript.map(({ entered }) => entered)).toEqual(['*713#', null])
    },
  )

  it('is one while the store still takes the process that showed the screen for alive', async () => {
    const { start, clock } = world()
    const faults = failingStore()
    const [dead, alive] = [start(asksPin, { through: faults.through }), start(asksPin)]
    faults.fail('hangs', 'close')
    dead.push({ sessionId: 'a', type: 'initiation', message: '*713#', sequence: 1 })
    await settled()
    clock.advance(6_000)
    const told = tell(alive, pin)
    await settled()
    clock.advance(6_000)

    expect(await told).toBe(true)
    await settled()
    const [session] = await alive.store.get('default', 'a')
    expect(session?.transcript.map(({ entered, source }) => [entered, source])).toEqual([
      ['*713#', null],
      [null, 'waiting'],
    ])
  })

  it('is one after a waiting screen, which asks nothing', async () => {
    const driven = driveKept(({ type }) =>
      type === 'initiation' ? prompt('PIN?', { maskNext: true }) : new Promise(() => undefined),
    )
    driven.push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    await settled()
    driven.push(pin)
    await settled()
    driven.clock.advance(6_000)
    await settled()
    driven.push({ ...pin, message: '4312', sequence: 3 })
    await settled()
    const [session] = await driven.store.get('default', 'a')

    expect(session?.transcript.map(({ entered }) => entered)).toEqual(['', null])
  })

  it('is kept out of reports of what failed', async () => {
    const { push, reports } = driveKept(asksPin)
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    await settled()
    push({ ...pin, message: '0000' })
    await settled()

    expect(reports).toEqual([{ failed: new Error('0000 is wrong'), place: 'handler', secrets: ['0000'] }])
  })

  it('is kept out of reports of what failed after the session had gone on', async () => {
    const work = Promise.withResolvers<unknown>()
    const { push, reports } = driveKept(({ type }) =>
      type === 'initiation' ? prompt('PIN?', { maskNext: true }) : work.promise,
    )
    push({ sessionId: 'a', type: 'initiation', sequence: 1 })
    await settled()
    push(pin)
    await settled()
    push({ sessionId: 'a', type: 'release', sequence: 3 })
    work.reject(new Error('4321 is wrong'))
    await settled()

    expect(reports).toEqual([{ fenced: 'a', error: new Error('4321 is wrong'), secrets: ['4321'] }])
  })

  it('is taken for one before the store has spoken, unless it answers no screen', () => {
    const { turns } = driveKept(asksPin)

    expect(turns.masksAnswer(ussdEvent(pin))).toBe(true)
    expect(turns.masksAnswer(ussdEvent({ ...pin, type: 'initiation' }))).toBe(false)
  })

  it('is known as one in a session that lives in this process', async () => {
    const store = failingStore()
    const { push, turns } = driveKept(({ message }) => prompt('Next', { maskNext: message === 'pin' }), {
      through: store.through,
    })
    store.fail('refuses')
    push({ sessionId: 'a', type: 'initiation', message: 'pin', sequence: 1 })
    push({ sessionId: 'b', type: 'initiation', message: 'name', sequence: 1 })
    await settled()

    expect(['a', 'b'].map((sessionId) => turns.masksAnswer(ussdEvent({ ...pin, sessionId })))).toEqual([true, false])
  })
})
