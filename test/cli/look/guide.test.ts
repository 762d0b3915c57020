import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { blocksOf } from '../../docs/documents.ts'
import { runAt } from '../run.ts'
import { aDayAtTheShop } from './a-day-at-the-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'merchant-guide-'))
const file = join(folder, 'merchant.db')

// Before the acts that they show: what looks comes first.
const guides = ['inbox-look', 'inbox', 'inbox-trail', 'inbox-export'].map((name) => `docs/guides/${name}.md`)

/** Every command in the guides with what it printed. */
const shown = guides
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'console')
  .flatMap(({ code }) => code.trimEnd().split(/^(?=\$ npx fastify-merchant-webhooks )/m))
  .map((part) => {
    const [command = '', ...lines] = part.trimEnd().split('\n')
    return { command: command.replace(/^\$ npx fastify-merchant-webhooks /, ''), printed: lines.join('\n') }
  })

let sessionId = ''

beforeAll(async () => {
  await aDayAtTheShop(sqliteStore(file))
  vi.stubEnv('MERCHANT_STORE', file)
  const { out } = await runAt({}, 'sessions', '--json')
  sessionId = JSON.parse(out).sessions[0].sessionId
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

describe('the guides to the inbox', () => {
  it('show every command', () => {
    const actions = shown.map(({ command }) => command.split(' ').slice(0, 2).join(' '))
    expect(actions).toEqual(
      expect.arrayContaining([
        'inbox --store',
        'inbox count',
        'inbox get',
        'inbox replay',
        'inbox redrive',
        'inbox export',
        'sessions',
        'sessions get',
      ]),
    )
  })

  it.each(shown)('print what they show for $command', async ({ command, printed }) => {
    const [, session = ''] = /get ([0-9a-f-]{36})/.exec(command) ?? []
    const args = (command.match(/"[^"]*"|\S+/g) ?? [])
      .map((word) => word.replaceAll('"', ''))
      .map((word) => (['merchant.db', 'paid.json', 'ledger.test.ts'].includes(word) ? join(folder, word) : word))
      .map((word) => (word === session ? sessionId : word))
    const { code, out, err } = await runAt({ columns: 100 }, ...args)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(timeless(out.replaceAll(`${folder}/`, ''))).toBe(timeless(printed))
  })
})

/** Times and the ids that a day brings are others each time. */
function timeless(text: string): string {
  return (
    text
      .replaceAll(/20\d\d-\d\d-\d\d/g, 'DAY')
      .replaceAll(/\d\d:\d\d(?::\d\d)?/g, 'TIME')
      .replaceAll(/…[0-9a-f]{7}-[0-9a-f-]{27}/g, '…SESSION')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]*/g, 'SESSION')
      // Now and then the digits of one read like a phone, and are masked.
      .replaceAll(/masked:\w+:[0-9a-f]+/g, 'SESSION')
      .replaceAll(/\+\d+\.\d s/g, '+SPAN')
      .replaceAll(/\d+ m?s\b *(?! )/g, 'SPAN ')
      .replaceAll(/^(\d {4}DAY TIME +)\d+ +/gm, '$1MS ')
  )
}
