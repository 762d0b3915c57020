import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadFixture, replay } from '../../../src/testing/index.ts'
import { phoneKey } from '../../../src/text/phone.ts'
import { receivingApp } from '../../testing/receiving-app.ts'
import { atTerminal, hasTerminal } from '../pseudo-terminal.ts'
import { run, runAt } from '../run.ts'
import { type Kept, keptStore, message, paid } from './kept-store.ts'

const id = 'checkout:checkoutId:order-1|paid'

async function withDead(count: number): Promise<Kept> {
  const kept = await keptStore()
  for (let number = 1; number <= count; number++) {
    await kept.accept(paid(`order-${number}`))
    await kept.end('dead', 'no database')
  }
  return kept
}

/** What the application has to work on, as soon as it has taken up what was asked for. */
async function waiting({ opened }: Kept, count: number): Promise<boolean> {
  for (let look = 0; look < 500; look++) {
    if ((await opened.inbox.count({ registration: 'default' })).waiting === count) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

describe('merchant inbox replay', () => {
  it('asks for one entry again', async () => {
    const kept = await withDead(1)
    const { code, out } = await run('inbox', 'replay', id, '--store', kept.file)
    expect({ code, out }).toEqual({
      code: 0,
      out: `Asked for a replay of ${id}: an application that registers 'default' works on it when it runs.`,
    })
    expect(await waiting(kept, 1)).toBe(true)
  })

  it('says so in JSON', async () => {
    const { file } = await withDead(1)
    const { out } = await run('inbox', 'replay', 'order-1', '--store', file, '--json')
    expect(JSON.parse(out)).toEqual({ id, replayed: true })
  })

  it('is shown as long as no application has begun it, and then as any that is replayed', async () => {
    const kept = await withDead(2)
    await kept.opened.close()
    const states = async () => {
      const lines = (await run('inbox', 'get', id, '--store', kept.file)).out.split('\n')
      const { entries } = JSON.parse((await run('inbox', '--store', kept.file, '--json')).out)
      const shown = entries.map((entry: Record<string, unknown>) => [entry.state, entry.replay, entry.awaitsReplay])
      return [lines.find((line) => line.startsWith('state'))?.slice(13), ...shown]
    }
    expect(await states()).toEqual(['dead', ['dead', false, false], ['dead', false, false]])
    await run('inbox', 'replay', id, '--store', kept.file)
    expect(await states()).toEqual(['dead, to be replayed', ['dead', false, false], ['dead', false, true]])
    expect((await run('inbox', '--store', kept.file)).out).toMatch(/to be replayed; no database/)
    const reopened = { ...kept, opened: await kept.openFor('default') }
    expect(await waiting(reopened, 1)).toBe(true)
    expect(await states()).toEqual(['waiting, to be replayed', ['dead', false, false], ['waiting', true, false]])
  })

  it('says why it cannot', async () => {
    const { file, accept } = await keptStore()
    await accept(paid('order-1'))
    const { code, err } = await run('inbox', 'replay', id, '--store', file)
    expect(code).toBe(1)
    expect(err).toContain('was waiting or running already')
  })
})

describe('merchant inbox redrive', () => {
  it('asks for all dead entries again, and tells of each step where nobody watches', async () => {
    const kept = await withDead(3)
    const { code, out, err } = await run('inbox', 'redrive', '--store', kept.file)
    expect(code).toBe(0)
    expect(err.split('\n')).toEqual(['to be replayed: 0 of 3', 'to be replayed: 3 of 3'])
    expect(out).toBe(
      "Asked for a replay of 3 entries: an application that registers 'default' works on them when it runs.",
    )
    expect(await waiting(kept, 3)).toBe(true)
  })

  it('draws a bar on a terminal, and takes it away', async () => {
    const { file } = await withDead(1)
    const drawn: string[] = []
    const { out } = await runAt(
      { columns: 40, progress: (line) => drawn.push(line) },
      'inbox',
      'redrive',
      '--store',
      file,
    )
    expect(drawn).toEqual(
      ['[........................] 0 of 1 to be…', '[########################] 1 of 1 to be…', ''].map((line) =>
        line.length > 39 ? `${line.slice(0, 38)}…` : line,
      ),
    )
    expect(out).toBe("Asked for a replay of 1 entry: an application that registers 'default' works on it when it runs.")
  })

  it('leaves everything to an application that does not run now', async () => {
    const kept = await keptStore()
    const count = 450
    await Promise.all(Array.from({ length: count }, (_, number) => kept.accept(paid(`order-${number}`))))
    const claims = await kept.opened.inbox.claim(count)
    const attempt = { number: 1, startedAt: 0, ms: 1, error: 'no database', replay: false }
    await Promise.all(claims.map((claim) => kept.opened.inbox.settle(claim, { state: 'dead', attempt })))
    await kept.opened.close()
    const { out } = await run('inbox', 'redrive', '--store', kept.file, '--yes', '--json')
    expect(JSON.parse(out)).toEqual({ redriven: count, skipped: 0, total: count })
    expect(await waiting({ ...kept, opened: await kept.openFor('default') }, count)).toBe(true)
  })

  it('touches only what fits', async () => {
    const kept = await withDead(2)
    await kept.accept(message('VOTE'))
    await kept.end('dead')
    await run('inbox', 'redrive', '--store', kept.file, '--kind', 'inboundMessage')
    expect(await waiting(kept, 1)).toBe(true)
    expect((await kept.opened.inbox.count({ registration: 'default' })).dead).toBe(2)
  })

  it('finds the dead of a phone and of a session, and repeats neither', async () => {
    const kept = await withDead(1)
    await kept.accept({ ...paid('order-7'), phones: [phoneKey('+233000000042')] })
    await kept.end('dead')
    await kept.accept({ ...paid('order-8'), session: 'ussd:0000000042' })
    await kept.end('dead')
    await kept.opened.close()
    const redrive = async (...filter: string[]) => (await run('inbox', 'redrive', '--store', kept.file, ...filter)).out
    expect(await redrive('--phone', '+233000000041')).toBe(
      "Nothing dead in the inbox of 'default' that fits --phone ….",
    )
    expect(await redrive('--session', 'programmable:0000000042')).toBe(
      "Nothing dead in the inbox of 'default' that fits --session ….",
    )
    expect(await redrive('--phone', '+233000000042')).toContain('a replay of 1 entry')
    expect(await redrive('--session', 'ussd:0000000042')).toContain('a replay of 1 entry')
    expect(await waiting({ ...kept, opened: await kept.openFor('default') }, 2)).toBe(true)
  })

  it('says when nothing is dead', async () => {
    const { file } = await keptStore()
    expect((await run('inbox', 'redrive', '--store', file)).out).toBe("Nothing dead in the inbox of 'default'.")
    expect((await run('inbox', 'redrive', '--store', file, '--kind', 'checkout')).out).toBe(
      "Nothing dead in the inbox of 'default' that fits --kind checkout.",
    )
  })

  it.each([
    ['y', 11],
    [' YES ', 11],
    ['', 0],
    ['no', 0],
  ])('asks before many: %j', async (answer, redriven) => {
    const kept = await withDead(11)
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      return answer
    }
    const { code, out } = await runAt({ ask }, 'inbox', 'redrive', '--store', kept.file)
    expect(code).toBe(0)
    expect(asked).toEqual(['Ask for 11 dead entries again? [y/N] '])
    expect(out).toContain(redriven === 0 ? 'Nothing was replayed.' : 'Asked for a replay of 11 entries')
    expect(await waiting(kept, redriven)).toBe(true)
  })

  it.runIf(hasTerminal)('ends as Ctrl-C ends every command, where it is pressed at the question', async () => {
    const kept = await withDead(11)
    const { shows, press, exit } = atTerminal(['inbox', 'redrive', '--store', kept.file])
    await shows(/again\? \[y\/N\] /)
    press('\u0003')
    await shows(/Nothing was done\./)
    expect(await exit).toBe(130)
    expect(await waiting(kept, 0)).toBe(true)
  })

  it('does not do many where nobody can be asked, unless it is told to', async () => {
    const kept = await withDead(11)
    const refused = await run('inbox', 'redrive', '--store', kept.file)
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('11 dead entries would be replayed')
    const { out } = await run('inbox', 'redrive', '--store', kept.file, '--yes', '--json')
    expect(JSON.parse(out)).toEqual({ redriven: 11, skipped: 0, total: 11 })
    expect(await waiting(kept, 11)).toBe(true)
  })

  it('knows no state but dead', async () => {
    const { file } = await keptStore()
    const { code, err } = await run('inbox', 'redrive', '--store', file, '--state', 'done')
    expect(code).toBe(2)
    expect(err).toContain('redrive takes no --state: it asks for what is dead.')
  })
})

describe('merchant inbox export', () => {
  it('prints a fixture', async () => {
    const { file } = await withDead(1)
    const { code, out } = await run('inbox', 'export', 'order-1', '--store', file)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ name: 'checkout/paid-2026-03-01', kind: 'checkout', source: 'production' })
    expect(out).not.toMatch(/Ama|000000042/)
  })

  it('writes a file that a test replays', async () => {
    const { file, folder } = await withDead(1)
    const path = join(folder, 'last-tuesday.json')
    const { out } = await run('inbox', 'export', 'order-1', '--store', file, '--out', path)
    expect(out).toBe(`Wrote checkout/paid-2026-03-01 to ${path}.`)
    const fixture = loadFixture(new URL(`file://${path}`))
    const { app, takeEvents } = await receivingApp()
    onTestFinished(() => app.close())
    expect((await replay(app, fixture)).status).toBe(fixture.expect.status)
    expect(takeEvents()).toMatchObject([{ outcome: 'paid', customerPhone: '+233000000000' }])
  })

  it('overwrites nothing', async () => {
    const { file, folder } = await withDead(1)
    const path = join(folder, 'one.json')
    const first = await run('inbox', 'export', 'order-1', '--store', file, '--out', path, '--json')
    expect(JSON.parse(first.out)).toEqual({ file: path, name: 'checkout/paid-2026-03-01' })
    const written = readFileSync(path, 'utf8')
    const { code, err } = await run('inbox', 'export', 'order-1', '--store', file, '--out', path)
    expect({ code, err }).toEqual({ code: 1, err: `--out: there is a file ${path} already.` })
    expect(readFileSync(path, 'utf8')).toBe(written)
  })

  it('says why it cannot write', async () => {
    const { file, folder } = await withDead(1)
    const { code, err } = await run(
      'inbox',
      'export',
      'order-1',
      '--store',
      file,
      '--out',
      join(folder, 'no', 'a.json'),
    )
    expect(code).toBe(1)
    expect(err).toContain('ENOENT')
  })
})

describe('merchant inbox count', () => {
  it('prints how many entries are in each state', async () => {
    const { file, accept } = await withDead(2)
    await accept(message('VOTE'))
    const { out } = await run('inbox', 'count', '--store', file)
    expect(out.split('\n')).toEqual([
      'state         entries',
      'waiting       1',
      'running       0',
      'done          0',
      'dead          2',
      'rejected      0',
      'needs review  0',
    ])
    const json = await run('inbox', 'count', '--store', file, '--kind', 'checkout', '--json')
    expect(JSON.parse(json.out)).toEqual({
      waiting: 0,
      running: 0,
      done: 0,
      dead: 2,
      rejected: 0,
      needsReview: 0,
    })
  })
})
