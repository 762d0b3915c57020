import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { newDatabase } from '../postgres-shared.ts'
import { programOf } from '../program.ts'

it('a process that gets SIGTERM gives up a turn and a handler that never end after 8 s, and ends well', async () => {
  const { start, told } = await deploy()
  const shop = await start('1.0')
  await turn([shop], '10', 1, '*713#')
  const answer = turn([shop], '10', 2, 'hang')
  expect(await report([shop], 'hang')).toBe(200)
  await vi.waitFor(() => expect(told().toSorted()).toEqual(['handler began', 'turn began']), { timeout: 60_000 })
  const from = performance.now()
  const ended = stop(shop)
  expect((await answer).Type).toBe('Response')
  expect(await ended).toBe(0)
  const took = performance.now() - from
  expect(took).toBeGreaterThan(7_900)
  // A little, on a machine that other tests keep busy.
  expect(took).toBeLessThan(20_000)
})

it('a rolling deploy on one PostgreSQL loses no session and no report, and does nothing twice', async () => {
  const { start, told } = await deploy()
  let living: readonly Shop[] = await Promise.all([start('1.0'), start('1.0'), start('1.0')])
  const names = Array.from({ length: 12 }, (_, number) => `${number + 10}`)
  for (const name of names) expect(await turn(living, name, 1, '*713#')).toMatchObject({ Message: 'Name?' })
  const reported: string[] = []
  let deploying = true
  const reporting = (async () => {
    for (let number = 0; deploying; number += 1) {
      expect(await report(living, `r${number}`)).toBe(200)
      reported.push(`r${number}`)
    }
  })()
  for (const [round, old] of living.entries()) {
    const fresh = await start('1.1')
    living = [...living, fresh]
    // Some are in their turn while the old process stops.
    const turns = names.slice(round * 4, round * 4 + 4).map((name) => turn(living, name, 2, name))
    const ended = stop(old)
    for (const [at, { Message }] of (await Promise.all(turns)).entries())
      expect(Message?.split('\n')[0]).toBe(`Town of ${names[round * 4 + at]}?`)
    expect(await ended).toBe(0)
    living = living.filter((one) => one !== old)
  }
  for (const name of names)
    expect(await turn(living, name, 3, 'Tema')).toMatchObject({ Type: 'Release', Message: `${name} of Tema, by 1.1` })
  deploying = false
  await reporting
  expect(reported.length).toBeGreaterThan(5)
  const handled = () => told().filter((line) => line.startsWith('report '))
  await vi.waitFor(() => expect(handled().length).toBeGreaterThanOrEqual(reported.length), { timeout: 60_000 })
  expect(handled().toSorted()).toEqual(reported.map((id) => `report ${id}`).toSorted())
  const orders = told().filter((line) => line.startsWith('order '))
  expect(orders).toHaveLength(names.length)
  expect(new Set(orders).size).toBe(names.length)
})

interface Shop {
  readonly child: ChildProcess
  readonly port: number
}

/** Where shops start on one database and write down what they do. */
async function deploy() {
  const url = await newDatabase(inject('postgresPort'))
  const folder = mkdtempSync(join(tmpdir(), 'fmw-stops-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'told')
  writeFileSync(file, '')
  const start = async (version: string): Promise<Shop> => {
    const child = fork(programOf(new URL('./shop-process.ts', import.meta.url)), [url, file, version], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [port] = await once(child, 'message')
    return { child, port }
  }
  return { start, told: () => readFileSync(file, 'utf8').split('\n').filter(Boolean) }
}

/** Its exit code, after SIGTERM. */
async function stop({ child }: Shop): Promise<unknown> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  return (await ended)[0]
}

/** Pushes to the first that takes it, as nginx does: what refuses because it stops leaves it to the next one. */
async function push(shops: readonly Shop[], path: string, body: object): Promise<Response> {
  for (const { port } of shops) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}/push/${path}`, init).catch(() => undefined)
    if (answer !== undefined && answer.status !== 503) return answer
  }
  throw new Error('no process took it')
}

async function turn(shops: readonly Shop[], SessionId: string, Sequence: number, Message: string) {
  const Type = Sequence === 1 ? 'Initiation' : 'Response'
  const from = { Mobile: `+2330000000${SessionId}`, ServiceCode: '713', Operator: 'operator' }
  const answer = await push(shops, 'ussd', { ...from, SessionId: `session-${SessionId}`, Type, Sequence, Message })
  const reply: { readonly Type?: string; readonly Message?: string } = JSON.parse(await answer.text())
  return reply
}

async function report(shops: readonly Shop[], MessageId: string): Promise<number> {
  return (await push(shops, 'delivery-report', { MessageId, Status: 'Delivered' })).status
}
