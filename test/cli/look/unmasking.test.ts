import { expect, it } from 'vitest'
import { run } from '../run.ts'
import { keptStore, paid } from './kept-store.ts'
import { show } from './kept-turns.ts'

it.each([
  ['inbox', 'get', 'order-1'],
  ['sessions', 'get', 's1'],
])('%s %s unmasks for a reason alone, and the trail has who and why', async (...words) => {
  const kept = await keptStore()
  await kept.accept(paid('order-1'))
  await show(kept, 's1', { entered: '*713#' }, { screen: 'Good morning' })
  const place = ['--by', 'Ama', '--store', kept.file]
  for (const more of [['--unmasked'], ['--unmasked', '--reason', ' '], ['--reason', 'the payer called']]) {
    const refused = await run(...words, ...more, ...place)
    expect(refused, more.join(' ')).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('--unmasked and --reason go together.')
  }
  const linesOf = async () => JSON.parse((await run('trail', '--json', '--store', kept.file)).out).lines
  expect(await linesOf()).toEqual([])
  const shown = await run(...words, '--unmasked', '--reason', 'the payer called', ...place)
  expect(shown).toMatchObject({ code: 0, err: 'Not masked: what follows is private data.' })
  expect(await linesOf()).toMatchObject([{ act: 'unmask', by: 'Ama', reason: 'the payer called' }])
})
