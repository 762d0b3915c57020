import { expect, it } from 'vitest'
import {
  closingOf,
  effectOf,
  endingOf,
  lateOf,
  markOf,
  noteOf,
  openingOf,
} from '../../../src/testing/store-suite/samples.ts'
import { openMemory } from './opened.ts'

const opening = openingOf('session-1', 1)

it('the memory store keeps no sessions: they live in the process that runs them', async () => {
  const { turns } = openMemory()
  const left = { state: '1', resume: markOf() }
  const asked = [
    turns.open(opening),
    turns.close(closingOf(opening, '1')),
    turns.finish(lateOf(opening, '1')),
    turns.note(noteOf(opening)),
    turns.end(endingOf('session-1')),
    turns.seen(opening),
    turns.resumable('key'),
    turns.begin(effectOf({ left })),
  ]
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
  await expect(turns.open(opening)).rejects.toThrow('it keeps no sessions')
  expect(await turns.list({ registration: 'default', limit: 10 })).toEqual({ sessions: [], next: undefined })
  expect(await turns.get('default', 'session-1')).toEqual([])
  const told: string[] = []
  turns.watch(opening, (change) => told.push(change))()
  expect(told).toEqual([])
})

it('a memory store that was closed begins no effect and shows no session', async () => {
  const { turns, close } = openMemory()
  await close()
  for (const asked of [turns.begin(effectOf()), turns.get('default', 'session-1')]) {
    await expect(asked).rejects.toThrow('it was closed')
  }
})
