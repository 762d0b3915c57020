import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { MerchantWebhooksOptions, Store } from '../../src/index.ts'
import { postgresStore } from '../../src/store/postgres/index.ts'
import { storeOn } from '../../src/store/sqlite/sqlite-store.ts'
import { run } from '../cli/run.ts'
import { freshDatabase, sql } from '../store/postgres/bench.ts'
import { fileOfTest } from '../store/sqlite/opened.ts'
import { startHere } from '../store/sqlite/threads-here.ts'
import { call, other, own, pay, report, settled, shopOn, write } from './shop.ts'

const secret = 'what-seals-the-store-of-this-test-7d1f'
const reason = 'the ledger of Kofi is closed'
/** A phone, a name, what was typed, what a payment was for, a text, and an error of a handler. */
const words = [own.slice(1), 'Ama Person', 'Kofi typed', 'Two teas', 'VOTE for Esi', 'ledger of Kofi', 'Adwoa bought']

/** Has everything kept that a store keeps of somebody. */
async function used(store: Store, options: MerchantWebhooksOptions) {
  const app = await shopOn(store, {
    payment: async ({ paymentId }, attempt) => {
      await attempt.once('receipt', () => ({ to: own, note: 'Adwoa bought' }))
      if (paymentId?.startsWith('dead') === true) throw new Error(reason)
    },
    ussd: (push, turn) =>
      push.type === 'initiation'
        ? turn.prompt('Your name?', { state: { typed: 'Kofi typed' } })
        : turn.end(`Bye, ${push.message} ${push.mobile}`),
    ...options,
  })
  await pay(app, 'paid-1', own)
  await pay(app, 'dead-1', own)
  await report(app, 'report-1', own)
  await write(app, own, 'VOTE for Esi')
  await call(app, own)
  await settled(app)
  return app
}

/** Which of the words stand in the files of a store that is in use, its logs included. */
function wordsIn(file: string): readonly string[] {
  const copies = mkdtempSync(join(tmpdir(), 'merchant-copies-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  // Another process copies them: who closes a file frees the locks that its process has on it.
  execFileSync('cp', ['-r', `${dirname(file)}/.`, copies])
  const bytes = Buffer.concat(readdirSync(copies).map((name) => readFileSync(join(copies, name))))
  return words.filter((word) => bytes.includes(word))
}

async function wordsInRows(url: string): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const table of ['entries', 'active', 'identities', 'sessions', 'turns', 'effects', 'resumables', 'trail']) {
    const bytes = table === 'entries' ? "|| encode(payload, 'escape')" : ''
    const { rows } = await sql(url, `SELECT t::text ${bytes} AS row FROM merchant.${table} t`)
    for (const word of words) if (rows.some(({ row }) => String(row).includes(word))) found.add(word)
  }
  return words.filter((word) => found.has(word))
}

describe('what subscribers sent, typed and saw', () => {
  it('stands in no file of SQLite when it is sealed, logs included, and in them when it is not', async () => {
    const [sealed, open] = [fileOfTest(), fileOfTest()]
    const app = await used(storeOn(startHere, sealed, {}), { secret, seal: true })
    expect(wordsIn(sealed)).toEqual([])
    await app.close()
    expect(wordsIn(sealed)).toEqual([])
    await used(storeOn(startHere, open, {}), { secret })
    expect(wordsIn(open)).toEqual(words)
  })

  it('stands in no row of PostgreSQL when it is sealed, and in them when it is not', async () => {
    const [sealed, open] = [await freshDatabase(), await freshDatabase()]
    await used(postgresStore(sealed), { secret, seal: true })
    expect(await wordsInRows(sealed)).toEqual([])
    await used(postgresStore(open), { secret })
    expect(await wordsInRows(open)).toEqual(words)
  })

  it('is read by the application and by commands that are given the secret', async () => {
    const file = fileOfTest()
    const app = await used(storeOn(startHere, file, {}), { secret, seal: true })
    const [dead] = (await app.merchant.inbox.list({ states: ['dead'] })).entries
    expect(dead?.attempts[0]?.error).toContain('the ledger of Kofi')
    const exported = await app.merchant.export({ phone: own, unmask: { reason: 'they asked for it' } })
    expect(JSON.stringify(exported)).toContain('Ama Person')
    expect(exported.results).toMatchObject(Array(2).fill({ name: 'receipt', value: { note: 'Adwoa bought' } }))
    const [session] = (await app.merchant.sessions.list({ phone: own })).sessions
    const shown = ['sessions', 'get', session?.sessionId ?? '', '--store', file]
    const got = ['inbox', 'get', dead?.id ?? '', '--store', file]

    vi.stubEnv('MERCHANT_SECRET', `another-secret-that-is-new-4c11,${secret}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await run(...shown)).out).toContain('Your name?')
    expect(await run(...got)).toMatchObject({ code: 0, err: '' })
    for (const given of ['', 'another-secret-that-is-new-4c11']) {
      vi.stubEnv('MERCHANT_SECRET', given)
      const blind = [await run(...shown), await run(...got)]
      expect(blind.map(({ code, err }) => code === 1 && /MERCHANT_SECRET/.test(err))).toEqual([true, true])
      // What stands in the clear is listed without it.
      expect((await run('inbox', 'list', '--store', file)).out).toContain('(sealed with another secret)')
    }
  })
})

describe('somebody is erased from a sealed store', () => {
  const erase = async (store: Store, find: () => Promise<readonly string[]>) => {
    const app = await used(store, { secret, seal: true })
    await pay(app, 'paid-2', other)
    await settled(app)
    expect(await app.merchant.erase({ phone: own })).toMatchObject({
      ...{ erased: 2, masked: 1, kept: [{ why: 'review' }] },
      // All three receipts went to them.
      effects: 3,
    })
    expect(await find()).toEqual([])
    const text = JSON.stringify(await app.merchant.export({ phone: other, unmask: { reason: 'they asked for it' } }))
    expect(text).toContain('Ama Person')
    const { entries } = await app.merchant.inbox.list({ kinds: ['checkout'], states: ['done'] })
    const details = await Promise.all(entries.map(({ id }) => app.merchant.inbox.get(id)))
    expect(details).toHaveLength(2)
    expect(JSON.stringify(details)).not.toContain(own.slice(1))
  }

  it('on SQLite', async () => {
    const file = fileOfTest()
    await erase(storeOn(startHere, file, {}), async () => wordsIn(file))
  })

  it('on PostgreSQL', async () => {
    const url = await freshDatabase()
    await erase(postgresStore(url), () => wordsInRows(url))
  })
})
