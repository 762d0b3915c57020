import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { DayReplay, ReplayChange } from '../../../src/cli/before-deploy/day-replay.ts'
import { describeReplay } from '../../../src/cli/before-deploy/replay-day.ts'
import { storeOn } from '../../../src/store/sqlite/sqlite-store.ts'
import { phone } from '../../../src/testing/index.ts'
import { startHere } from '../../store/sqlite/threads-here.ts'
import { run } from '../run.ts'
import build from './apps/tea.ts'
import { folderOfTest } from './live-school.ts'

const tea = new URL('./apps/tea.ts', import.meta.url).pathname

beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
})

/** Counts that were entered in the sessions of a day. */
async function dayOf(...counts: readonly string[]) {
  const file = `${folderOfTest()}/merchant.db`
  const app = await build({ store: storeOn(startHere, file, {}) })
  await app.ready()
  onTestFinished(() => app.close())
  for (const [place, count] of counts.entries())
    await phone(app, { mobile: `+23300000010${place}` })
      .dial('*713#')
      .reply('1')
      .reply(count)
  return { app, file }
}

it('tells of each change at one question with its own screens, once for those that differ by numbers', async () => {
  const { file } = await dayOf('x', '5', 'y', '7', '9', '2')
  vi.stubEnv('TEA', 'fewer')
  const { out } = await run('replay-day', '--store', file, '--against', tea, '--json')
  const { changes, same }: DayReplay = JSON.parse(out)
  expect(same).toBe(1)
  const told = changes.map(({ at, was, now, sessions }) => [
    at,
    was.split('\n')[0],
    now.split('\n')[0],
    sessions.length,
  ])
  const at = changes[0]?.at
  expect(told).toEqual([
    [at, 'Pay 45?', expect.stringContaining('3'), 3],
    [at, expect.stringContaining('9'), expect.stringContaining('3'), 2],
  ])
  const text = (await run('replay-day', '--store', file, '--against', tea)).out
  expect(text.match(/^ {2}was {2}/gm)).toHaveLength(2)
})

it('names the kind where two groups differ only by it', async () => {
  const { app, file } = await dayOf('2')
  await phone(app, { kind: 'programmable' }).dial('*713#')
  vi.stubEnv('TEA', 'title')
  const { out } = await run('replay-day', '--store', file, '--against', tea)
  expect(out).toContain('1 changes at turn 1 of ussd, choose Ourdrinks:')
  expect(out).toContain('1 changes at turn 1 of programmable, choose Ourdrinks:')
  vi.stubEnv('TEA', 'waits')
  const stopped = (await run('replay-day', '--store', file, '--against', tea)).out
  expect(stopped).toContain('1 stops where the script waits')
})

it('shows the five most frequent changes of a question, counts the others, and leaves no question out', () => {
  const change = (at: string, was: string): ReplayChange => ({
    kind: 'ussd',
    turn: 2,
    at,
    was,
    now: 'Name?',
    sessions: [{ sessionId: was, phone: '+233...000' }],
  })
  const names = ['Ama', 'Efua', 'Esi', 'Kofi', 'Kojo', 'Yaa', 'Yaw']
  const changes = [...names.map((name) => change('ask Name', `Hello ${name}`)), change('ask Town', 'Town?')]
  const counts = { played: 8, same: 0, changed: 8, stopped: 0, stops: [] }
  const text = describeReplay({ ...counts, changes })
  expect(text.match(/^1 changes at turn 2, ask Name:$/gm)).toHaveLength(5)
  expect(text).toContain('and 2 others at turn 2, ask Name, of 2 sessions: --json has all')
  expect(text).toContain('1 changes at turn 2, ask Town:')
  const stops = (['ussd', 'programmable'] as const).map((kind) => ({ kind, why: 'waits', sessions: [] }))
  expect(describeReplay({ ...counts, changes: [], stops })).toMatch(/of ussd where .* of programmable where /s)
})
