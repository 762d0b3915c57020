import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import merchantWebhooks, { secretPath } from '../../../src/index.ts'
import { type BackupStep, sqliteBackup, sqliteStore } from '../../../src/store/sqlite/index.ts'
import { DatabaseSync } from '../../../src/store/sqlite/worker/connection.ts'
import { run, runAt } from '../../cli/run.ts'
import { fileOfTest, openStore } from './opened.ts'

const secret = 'a-secret-of-the-backup'
const folderOfTest = () => {
  const folder = mkdtempSync(join(tmpdir(), 'fmw-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A shop on a store, over sockets; it knows which reports it was told. */
async function openShop(file: string) {
  const told: string[] = []
  const app = Fastify()
  await app.register(merchantWebhooks, {
    verify: secretPath(secret),
    store: sqliteStore(file),
    ussd: ({ type, message }, turn) =>
      type === 'initiation' ? turn.prompt('Your name?') : turn.end(`Hello ${message}`),
    deliveryReport: ({ messageId }) => void told.push(messageId),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const push = async (kind: string, body: object) => {
    const answer = await fetch(`${url}/${kind}/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  return {
    told,
    report: (MessageId: string) => push('delivery-report', { MessageId, Status: 'Delivered', padding }),
    turn: (SessionId: string, Type: string, Message: string) =>
      push('ussd', {
        Mobile: '+233000000000',
        SessionId,
        ServiceCode: '713',
        Type,
        Message,
        Operator: 'operator',
        Sequence: Type === 'Initiation' ? 1 : 2,
      }),
  }
}

// So that a copy takes its time.
const padding = 'x'.repeat(20_000)

async function kept(file: string) {
  const look = await sqliteStore(file).look?.()
  if (look === undefined) throw new Error('SQLite can be looked at')
  const { waiting, done } = await look.inbox.count({ registration: 'default' })
  await look.close()
  const sessions = new DatabaseSync(`${file}-turns`, { readOnly: true })
  const { count } = sessions.prepare('SELECT count(*) AS count FROM sessions').get() ?? {}
  sessions.close()
  return { entries: waiting + done, sessions: Number(count) }
}

describe('a backup of SQLite', () => {
  it('shows both files at one moment while pushes come, and a shop goes on from it', async () => {
    const file = fileOfTest()
    const shop = await openShop(file)
    await shop.turn('open', 'Initiation', '*713#')
    const acknowledged: string[] = []
    let working = true
    onTestFinished(() => {
      working = false
    })
    const sender = async (name: number) => {
      for (let push = 0; working; push += 1) {
        await shop.report(`${name}-${push}`)
        acknowledged.push(`${name}-${push}`)
        await shop.turn(`${name}-${push}`, 'Initiation', '*713#')
      }
    }
    const senders = [1, 2, 3, 4].map(sender)
    await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(400)
    const backups: { copy: string; before: readonly string[]; entries: number; sessions: number }[] = []
    for (let count = 0; count < 3; count += 1) {
      const folder = join(folderOfTest(), 'monday')
      const before = [...acknowledged]
      const steps: BackupStep[] = []
      const { files } = await sqliteBackup(file, folder, { onProgress: (step) => steps.push(step) })
      expect(steps.length).toBeGreaterThan(3)
      expect(steps.at(-1)?.copied).toBe(steps.at(-1)?.total)
      expect(steps.map(({ copied }) => copied)).toEqual(steps.map(({ copied }) => copied).toSorted((a, b) => a - b))
      expect(readdirSync(folder).toSorted()).toEqual(['merchant.db', 'merchant.db-turns'])
      expect(files.map(({ file: copy }) => statSync(copy).mode & 0o777)).toEqual([0o600, 0o600])
      const copy = join(folder, 'merchant.db')
      const { entries, sessions } = await kept(copy)
      await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(entries)
      backups.push({ copy, before, entries, sessions })
    }
    working = false
    await Promise.all(senders)

    for (const { before, entries, sessions } of backups) {
      // Each sender has sent a report for each session, and at most one more; the first session had none.
      expect(entries).toBeGreaterThanOrEqual(Math.max(before.length, sessions - 1))
      expect(entries).toBeLessThanOrEqual(sessions - 1 + senders.length)
    }
    const [{ copy, before } = { copy: '', before: [] }] = backups
    const restored = await openShop(copy)
    expect(await restored.turn('open', 'Response', 'Ama')).toMatchObject({ Message: 'Hello Ama' })
    const { entries } = await kept(copy)
    for (const id of before.slice(-20)) await restored.report(id)
    expect((await kept(copy)).entries).toBe(entries)
  })

  it('is made by the command: with a bar for a person, in JSON for a program', async () => {
    const file = fileOfTest()
    await (await openStore(file)).close()
    const [monday, tuesday] = [join(folderOfTest(), 'monday'), join(folderOfTest(), 'tuesday')]
    const drawn: string[] = []
    const said = await runAt({ progress: (line) => drawn.push(line) }, 'backup', '--store', file, '--to', monday)
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toMatch(
      /^Both files as they were at .* GMT, checked:\n {2}.*merchant\.db {2}1 MiB\n {2}.*-turns {2}1 MiB$/,
    )
    expect(drawn[0]).toMatch(/^\[[#.]{24}\] \d+ of \d+ MiB copied$/)
    expect(drawn.at(-1)).toBe('')
    const { out } = await run('backup', '--store', file, '--to', tuesday, '--json')
    expect(JSON.parse(out)).toEqual({
      at: expect.stringMatching(/Z$/),
      files: ['', '-turns'].map((end) => ({ file: join(tuesday, `merchant.db${end}`), bytes: expect.any(Number) })),
    })
    expect(await run('inbox', 'count', '--store', join(tuesday, 'merchant.db'))).toMatchObject({ code: 0 })
  })

  it('writes over nothing, and takes away what it can’t finish', async () => {
    const file = fileOfTest()
    await (await openStore(file)).close()
    const folder = folderOfTest()
    writeFileSync(join(folder, 'merchant.db-turns'), 'mine')
    const again = await run('backup', '--store', file, '--to', folder)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('merchant.db-turns is there already') })
    expect(readdirSync(folder)).toEqual(['merchant.db-turns'])

    const damaged = fileOfTest()
    await (await openStore(damaged)).close()
    const handle = openSync(damaged, 'r+')
    writeSync(handle, Buffer.alloc(4_096 * 3, 0x5a), 0, undefined, 4_096 * 4)
    closeSync(handle)
    const into = folderOfTest()
    await expect(sqliteBackup(damaged, into)).rejects.toThrow(/damaged|malformed/)
    expect(readdirSync(into)).toEqual([])
  })

  it('says what is no store, and what PostgreSQL has in its place', async () => {
    const folder = join(folderOfTest(), 'new')
    expect(await run('backup', '--to', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name the store'),
    })
    expect(await run('backup', '--store', 'postgres://localhost/shop', '--to', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('pg_dump'),
    })
    const none = fileOfTest()
    expect(await run('backup', '--store', none, '--to', folder)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no file'),
    })
    expect(existsSync(folder)).toBe(false)
    for (const end of ['', '-turns']) new DatabaseSync(`${none}${end}`).exec('CREATE TABLE mine (a)')
    await expect(sqliteBackup(none, folder)).rejects.toThrow(/another application has made it/)
    expect(readdirSync(folder)).toEqual([])
  })
})
