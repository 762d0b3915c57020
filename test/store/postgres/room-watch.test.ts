import { expect, it } from 'vitest'
import { RoomWatch } from '../../../src/store/postgres/room-watch.ts'

const mega = 1_048_576

/** A room of 64 MiB in which rows of 1 KiB are kept, some of which may go. */
function roomWith(kept: number, spare: number) {
  const calls = { count: 0, forget: 0, tidy: 0 }
  const room = { kept, spare }
  const watch = new RoomWatch('a store', () => 0, {
    most: 64 * mega,
    count: async () => {
      calls.count += 1
      // The server counts what is there when it gets to it.
      await Promise.resolve()
      return room.kept
    },
    forget: async () => {
      calls.forget += 1
      const bytes = Math.min(200 * 1_024, room.spare)
      room.kept -= bytes
      room.spare -= bytes
      return bytes === 0 ? undefined : bytes
    },
    tidy: async () => {
      calls.tidy += 1
    },
  })
  return { watch, room, calls }
}

it('a room that is nearly full is counted after each 32nd of it that is forgotten, and not after each statement', async () => {
  const { watch, room, calls } = roomWith(60 * mega, 60 * mega)
  await watch.look()
  expect(room.kept).toBeLessThanOrEqual(48 * mega)
  expect(room.kept).toBeGreaterThan(47 * mega)
  expect(calls).toEqual({ count: 7, forget: 62, tidy: 1 })
})

it('a room takes what fits into it while some of it is forgotten', async () => {
  const { watch, room } = roomWith(60 * mega, 10 * mega)
  await watch.look()
  expect(room.kept).toBe(50 * mega)
  watch.take(13 * mega)
  expect(() => watch.take(2 * mega)).toThrow(/67108864 bytes are kept already/)
})

it('what was written while a room was counted, and is counted twice, is no reason to refuse anything', async () => {
  const { watch, room } = roomWith(0, 0)
  const looking = watch.look()
  // What is written is put down as twice what it takes: a state and the one before it.
  watch.note(70 * mega)
  room.kept = 35 * mega
  await watch.make(2 * mega)
  await looking
  watch.take(2 * mega)
})

it('a room in which nothing may go is left as it is', async () => {
  const { watch, calls } = roomWith(60 * mega, 0)
  await watch.look()
  expect(calls).toEqual({ count: 1, forget: 1, tidy: 0 })
})
