import { expect, it } from 'vitest'
import { silentLog } from '../../../src/log.ts'
import { postgresStore } from '../../../src/store/postgres/index.ts'
import { freshDatabase } from '../../store/postgres/bench.ts'
import { run } from '../run.ts'
import { keptStore, paid } from './kept-store.ts'

const lists = [['inbox', 'list'], ['trail'], ['sessions', 'list']] as const

const refused = {
  code: 2,
  out: '',
  err: expect.stringMatching(/^--cursor takes what the page before it said, not 'zzz'\.\n.* --help tells more\.$/),
}

it('a cursor that is none was not understood, in each list of a file and in each form', async () => {
  const { file, accept } = await keptStore()
  await accept(paid('order-1'))
  for (const list of lists)
    for (const form of [[], ['--json'], ['--all'], ['--all', '--json']])
      expect(await run(...list, '--store', file, '--cursor', 'zzz', ...form)).toEqual(refused)
})

it('a cursor that is none was not understood by PostgreSQL either', async () => {
  const url = await freshDatabase()
  const opened = postgresStore(url).open({
    registration: 'default',
    log: silentLog,
  })
  await opened.ready
  for (const list of lists) expect(await run(...list, '--store', url, '--cursor', 'zzz')).toEqual(refused)
  await opened.close()
})
