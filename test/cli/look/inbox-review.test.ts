import { expect, it } from 'vitest'
import { run, runAt } from '../run.ts'
import { type Kept, keptStore, paid } from './kept-store.ts'

const id = 'checkout:checkoutId:order-1|paid'

/** Two payments that are done, one of them with more money than was asked for. */
async function withReview(): Promise<Kept> {
  const kept = await keptStore()
  await kept.accept(paid('order-1'), paid('order-2'))
  for (const claim of await kept.opened.inbox.claim(2)) {
    const attempt = { number: 1, startedAt: 0, ms: 1, error: null, replay: false, note: 'the service said paid' }
    const review = claim.entry.id === id ? ['overpaid', 'late'] : []
    await kept.opened.inbox.settle(claim, { state: 'done', attempt, review })
  }
  return kept
}

it('lists what needs review, and why', async () => {
  const { file } = await withReview()
  const { code, out } = await run('inbox', '--needs-review', '--store', file)
  expect(code).toBe(0)
  expect(out).toContain('the service said paid; needs review: overpaid, late')
  expect(out.split('\n')).toHaveLength(2)
  const { out: none } = await run('inbox', '--needs-review', '--state', 'dead', '--store', file)
  expect(none).toContain("Nothing in the inbox of 'default' fits --state dead --needs-review")
})

it('counts it', async () => {
  const { file } = await withReview()
  expect((await run('inbox', 'count', '--store', file)).out).toContain('needs review  1')
  const { out } = await run('inbox', 'count', '--store', file, '--json')
  expect(JSON.parse(out)).toMatchObject({ done: 2, needsReview: 1 })
})

it('settles it by a name and a note, and shows both', async () => {
  const { file } = await withReview()
  const before = await run('inbox', 'get', id, '--store', file)
  expect(before.out).toMatch(/^needs review overpaid, late; since .* GMT$/m)
  const args = ['--by', 'Ama', '--note', 'gave 2.00 back to +233000000000', '--store', file]
  const { code, out } = await run('inbox', 'review', 'order-1', ...args)
  expect({ code, out }).toEqual({ code: 0, out: `Settled the review of ${id} as Ama.` })
  const after = await run('inbox', 'get', id, '--store', file)
  expect(after.out).toMatch(/^was reviewed overpaid, late$/m)
  expect(after.out).toMatch(/^settled {6}.* GMT by Ama: gave 2.00 back to \+233\.\.\.000$/m)
  const { out: json } = await run('inbox', '--store', file, '--json')
  expect(JSON.parse(json).entries.map(({ review }: { review: unknown }) => review)).toEqual([
    null,
    {
      reasons: ['overpaid', 'late'],
      openedAt: expect.stringMatching(/Z$/),
      settledAt: expect.stringMatching(/Z$/),
      settledBy: 'Ama',
      note: 'gave 2.00 back to +233...000',
    },
  ])
  expect((await run('inbox', '--needs-review', '--store', file)).out).toContain('fits --needs-review')
})

it('says in JSON what it settled, without a note', async () => {
  const { file } = await withReview()
  const { out } = await run('inbox', 'review', id, '--by', 'Ama', '--store', file, '--json')
  expect(JSON.parse(out)).toEqual({ id, settled: true, by: 'Ama' })
})

it('shows what was settled by itself', async () => {
  const { file, opened } = await withReview()
  await opened.inbox.replay('default', id)
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 2, startedAt: 0, ms: 1, error: null, replay: true }
  await opened.inbox.settle(claim, { state: 'done', attempt, review: [] })
  const { out } = await run('inbox', 'get', id, '--store', file)
  expect(out).toMatch(/^settled {6}.* GMT by itself: no reason was left$/m)
})

it('says why it cannot', async () => {
  const { file } = await withReview()
  const settled = await run('inbox', 'review', 'order-2', '--by', 'Ama', '--store', file)
  expect(settled).toMatchObject({ code: 1, err: expect.stringContaining('Nobody needs to look at') })
  const nobody = await run('inbox', 'review', id, '--store', file)
  expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('--by') })
})

it('settles all that fit, after a question', async () => {
  const { file, opened } = await withReview()
  const settle = ['inbox', 'settle', '--by', 'Ama', '--note', 'the books agree', '--store', file]
  expect(await run(...settle)).toMatchObject({ code: 1, err: expect.stringContaining('1 reviews would be settled') })
  const refused = await runAt({ ask: async () => 'n' }, ...settle)
  expect(refused).toMatchObject({ code: 0, out: 'Nothing was settled.' })
  const refusedInJson = await runAt({ ask: async () => 'n' }, ...settle, '--json')
  expect(JSON.parse(refusedInJson.out)).toEqual({ settled: 0, skipped: 0, total: 1 })
  const none = await run(...settle, '--reference', 'order-2')
  expect(none.out).toBe("Nothing needs review in the inbox of 'default' that fits --reference order-2.")
  const settled = await runAt({ ask: async () => 'yes' }, ...settle)
  expect(settled).toMatchObject({ code: 0, out: 'Settled 1 review as Ama.' })
  expect(await opened.inbox.get('default', id)).toMatchObject({
    review: { settledBy: 'Ama', note: 'the books agree' },
  })
  expect((await run(...settle)).out).toBe("Nothing needs review in the inbox of 'default'.")
  expect(JSON.parse((await run(...settle, '--json')).out)).toEqual({ settled: 0, skipped: 0, total: 0 })
})

it('settles several without a question where that is said', async () => {
  const { file, opened } = await withReview()
  await opened.inbox.replay('default', 'checkout:checkoutId:order-2|paid')
  const [claim] = await opened.inbox.claim(1)
  if (claim === undefined) throw new Error('Nothing is due')
  const attempt = { number: 2, startedAt: 0, ms: 1, error: null, replay: true }
  await opened.inbox.settle(claim, { state: 'done', attempt, review: ['late'] })
  const { out } = await run('inbox', 'settle', '--by', 'Ama', '--note', 'seen', '--yes', '--store', file)
  expect(out).toBe('Settled 2 reviews as Ama.')
})

it('leaves out what has another reason than when it asked, and says so', async () => {
  const { file, opened } = await withReview()
  const settle = ['inbox', 'settle', '--by', 'Ama', '--note', 'the books agree', '--store', file]
  const ask = async () => {
    await opened.inbox.replay('default', id)
    const [claim] = await opened.inbox.claim(1)
    if (claim === undefined) throw new Error('Nothing is due')
    const attempt = { number: 2, startedAt: 0, ms: 1, error: 'closed', replay: true }
    await opened.inbox.settle(claim, { state: 'dead', attempt, review: ['overpaid', 'late', 'unhandled'] })
    return 'yes'
  }
  const { code, out } = await runAt({ ask }, ...settle)
  expect({ code, out }).toEqual({
    code: 0,
    out: 'Settled 0 reviews as Ama.\n1 had changed by then, and were left out.',
  })
  expect(await opened.inbox.get('default', id)).toMatchObject({ state: 'dead', review: { settledAt: null } })
})
