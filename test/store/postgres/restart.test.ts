import { expect, it, onTestFinished } from 'vitest'
import { startPostgres } from '../../postgres-server.ts'
import { eventually, opened } from './bench.ts'
import { done, entryOf } from './samples.ts'

it('refuses while the server is away, recovers by itself, and has lost nothing that it accepted', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.close())
  const user = await opened(server.url)
  const { inbox } = user
  const accepted: string[] = []
  const refused: unknown[] = []
  let isOver = false
  const load = Array.from({ length: 16 }, async () => {
    while (!isOver) {
      const entry = entryOf()
      await Promise.resolve(inbox.accept(entry, false)).then(
        () => accepted.push(entry.id),
        (error: unknown) => refused.push(error),
      )
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })
  await eventually('a start', () => (accepted.length > 200 ? true : undefined))
  expect(user.health()).toMatchObject({ ok: true })
  await server.stop()
  await eventually('refusals', () => (refused.length > 50 ? true : undefined))
  const { ok, why, waiting } = user.health()
  expect({ ok, why }).toEqual({ ok: false, why: expect.stringMatching(/reached|connection|stopping/i) })
  expect(waiting).toBeLessThanOrEqual(16)
  const until = accepted.length
  await server.start()
  await eventually('recovery', () => (accepted.length > until + 200 ? true : undefined))
  isOver = true
  await Promise.all(load)
  expect(refused.filter((error) => !isUnavailable(error))).toEqual([])
  await eventually('a good health', () => (user.health().ok ? true : undefined))
  const known = await Promise.all(accepted.map((id) => inbox.get('default', id)))
  expect(known.filter((entry) => entry?.state !== 'waiting')).toEqual([])
  const [claim] = await eventually('a claim', async () => {
    const claims = await inbox.claim(1)
    return claims.length > 0 ? claims : undefined
  })
  expect(claim && (await inbox.settle(claim, done))).toBe(true)
})

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FMW_STORE_UNAVAILABLE'
}
