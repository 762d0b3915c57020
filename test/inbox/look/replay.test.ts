import { expect, it } from 'vitest'
import { Inbox } from '../../../src/admin/inbox.ts'
import { end, inboxOf, instead, registration, rejected, report } from './entries.ts'

it.each(['done', 'dead'] as const)('asks for an entry again that is %s', async (state) => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a'), false)
  await end(store, state)
  await inbox.replay('a')
  expect(await inbox.get('a')).toMatchObject({ state: 'waiting', replay: true, failures: 0 })
})

it('asks for a rejected entry again: a version that knows better may be running', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(rejected('a', '{}', 'The body must be a JSON object'), false)
  await inbox.replay('a')
  expect(await inbox.get('a')).toMatchObject({ state: 'waiting', replay: true })
})

it('refuses an entry that is not there', async () => {
  const { inbox } = inboxOf()
  await expect(inbox.replay('a')).rejects.toMatchObject({ code: 'FMW_ENTRY_UNKNOWN' })
})

it('refuses an entry that waits or runs, and says so', async () => {
  const { inbox, store } = inboxOf()
  await store.accept(report('a'), false)
  await expect(inbox.replay('a')).rejects.toMatchObject({
    code: 'FMW_ENTRY_OPEN',
    message: expect.stringContaining('is waiting now'),
  })
  await store.claim(1)
  await expect(inbox.replay('a')).rejects.toThrow('is running now')
})

it('asks for all dead entries again, step by step, and tells how far it is', async () => {
  const { inbox, store } = inboxOf()
  for (let number = 0; number < 450; number++) {
    await store.accept(report(`m${number}`), false)
    await end(store, 'dead')
  }
  const progress: unknown[] = []
  const result = await inbox.redrive({}, { onProgress: (step) => progress.push(step) })
  expect(result).toEqual({ redriven: 450, total: 450 })
  expect(progress).toEqual([0, 200, 400, 450].map((redriven) => ({ redriven, total: 450 })))
  expect(await inbox.count()).toMatchObject({ dead: 0, waiting: 450 })
})

it('touches only what fits', async () => {
  const { inbox, store } = inboxOf()
  for (const [id, kind] of [
    ['a', 'checkout'],
    ['b', 'deliveryReport'],
  ] as const) {
    await store.accept(report(id, { kind }), false)
    await end(store, 'dead')
  }
  await store.accept(report('c', { kind: 'checkout' }), false)
  await end(store, 'done')
  expect(await inbox.redrive({ kinds: 'checkout' })).toEqual({ redriven: 1, total: 1 })
  expect(await inbox.redrive({ states: 'done' })).toEqual({ redriven: 0, total: 0 })
  expect((await inbox.list({ states: 'waiting' })).entries.map(({ id }) => id)).toEqual(['a'])
})

it('ends although entries die again as fast as they are asked for', async () => {
  const { store, trail } = inboxOf()
  for (let number = 0; number < 300; number++) {
    await store.accept(report(`m${number}`), false)
    await end(store, 'dead')
  }
  const look = instead(store, {
    redrive: async (filter, most) => {
      const step = await store.redrive(filter, most)
      for (let again = 0; again < step; again++) await end(store, 'dead')
      return step
    },
  })
  expect(await new Inbox({ look, trail, registration }).redrive()).toEqual({ redriven: 300, total: 300 })
})

it('ends when somebody else was faster', async () => {
  const { store, trail } = inboxOf()
  await store.accept(report('a'), false)
  await end(store, 'dead')
  const look = instead(store, {
    redrive: async (filter, most) => {
      await store.replay(registration, 'a')
      return store.redrive(filter, most)
    },
  })
  expect(await new Inbox({ look, trail, registration }).redrive()).toEqual({ redriven: 0, total: 1 })
})
