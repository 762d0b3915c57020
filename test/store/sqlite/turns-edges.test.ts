import { describe, expect, it, onTestFinished } from 'vitest'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { closingOf, lateOf, noteOf, openingOf } from '../../../src/testing/store-suite/samples.ts'
import { fileOfTest, openStore } from './opened.ts'
import { startHere } from './threads-here.ts'

describe('turns in SQLite', () => {
  it('of a registration that nobody has opened are none', () => {
    const writer = turnsWriter(filesOf(fileOfTest()).turns, [])
    onTestFinished(() => writer.close())
    const opening = openingOf('session-1', 1)
    const { answers } = writer.execute({
      tasks: [
        ['close', ['nobody', closingOf(opening, '1')]],
        ['finish', ['nobody', lateOf(opening, '1')]],
        ['conclude', ['nobody', { key: 'order', attempt: '1', outcome: '1' }]],
        ['resumable', ['nobody', 'phone']],
        ['seen', ['nobody', opening]],
        ['look', ['nobody', opening]],
        ['leave', ['nobody', 7]],
        ['sweep', ['nobody', 0, 10]],
      ],
      payloads: [],
    })
    expect(answers).toEqual([
      { isWritten: false, ended: undefined },
      { isWritten: false, ended: undefined },
      undefined,
      null,
      undefined,
      'free',
      [],
      0,
    ])
  })

  it('that were left unanswered wait for what runs now', () => {
    const writer = turnsWriter(filesOf(fileOfTest()).turns, [])
    onTestFinished(() => writer.close())
    const [first, second] = [openingOf('session-1', 1), openingOf('session-1', 2)]
    const { answers } = writer.execute({
      tasks: [
        ['open', ['default', first, 1, 1]],
        ['look', ['default', first]],
        ['leave', ['default', 1]],
        ['look', ['default', first]],
        ['open', ['default', second, 2, 2]],
        ['open', ['default', first, 2, 3]],
        ['end', ['default', { ...first, type: 'release', sequence: 3 }]],
        ['look', ['default', first]],
        ['note', ['default', noteOf(second)]],
      ],
      payloads: [],
    })
    expect(answers).toMatchObject([
      { status: 'opened' },
      'working',
      [{ sessionId: 'session-1' }],
      'free',
      { status: 'opened', isInterrupted: true },
      { status: 'running', isSame: false },
      { isFirst: true },
      'ended',
      undefined,
    ])
  })

  it('without a sequence are noted once when the session is over', async () => {
    const { turns } = await openStore(fileOfTest(), startHere)
    const note = { ...noteOf(openingOf('session-1', 1)), sequence: null }
    await turns.note(note)
    await turns.note({ ...note, isOver: true })
    await turns.note({ ...note, isOver: true })
    const [session] = await turns.get('default', 'session-1')
    expect([session?.turns, session?.isOver]).toEqual([2, true])
  })

  it('are forgotten a few ms at a time', () => {
    const writer = turnsWriter(filesOf(fileOfTest()).turns, [])
    onTestFinished(() => writer.close())
    const openings = Array.from({ length: 5_000 }, (_none, number) => openingOf(`session-${number}`, 1, { expiry: 0 }))
    writer.execute({ tasks: openings.map((opening, fence) => ['open', ['default', opening, 1, fence]]), payloads: [] })
    const sweep = (): number => {
      const [count] = writer.execute({ tasks: [['sweep', ['default', 0, 5_000]]], payloads: [] }).answers
      return Number(count)
    }
    const counts: number[] = []
    while (counts.at(-1) !== 0) counts.push(sweep())
    expect(counts.length).toBeGreaterThan(3)
    // Each is retired, then removed.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000)
  })

  it('without a sequence are forgotten as well, when there are too many', async () => {
    const { turns } = await openStore(fileOfTest(), startHere)
    for (let number = 0; number < 70; number += 1) {
      const opening = { ...openingOf('session-1', number), sequence: null }
      const opened = await turns.open(opening)
      if (opened.status !== 'opened') throw new Error(opened.status)
      await turns.close(closingOf(opening, opened.fence))
    }
    const [session] = await turns.get('default', 'session-1')
    expect(session?.turns).toBe(70)
    expect(session?.transcript.length).toBe(64)
  })
})
