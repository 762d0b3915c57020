import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entryKinds } from '../../src/store/entry.ts'
import { run, runAt } from './run.ts'

test.each(['help', '--help', '-h'])('%s lists the commands', async (word) => {
  const { code, out } = await run(word)
  expect(code).toBe(0)
  expect(out).toMatch(/^ {2}urls +The addresses to register with the service$/m)
})

test.each(['--version', '-v'])('%s says which version this is, and nothing else', async (flag) => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await run(flag)).toEqual({ code: 0, out: version, err: '' })
})

test('no word at all lists the commands too, and is not a success', async () => {
  const { code, out } = await run()
  expect(code).toBe(2)
  expect(out).toContain('Usage: npx fastify-merchant-webhooks <command>')
})

test.each(['--help', '-h'])('urls %s explains the command without loading anything', async (flag) => {
  const { code, out } = await run('urls', 'no-such-file.js', flag)
  expect(code).toBe(0)
  expect(out).toContain('Usage: npx fastify-merchant-webhooks urls [options] <module>')
})

test('inbox list --help names every kind of entry', async () => {
  const { out } = await run('inbox', 'list', '--help')
  for (const kind of entryKinds) expect(out).toContain(kind)
})

test('help explains an action of a command too', async () => {
  expect(await run('help', 'inbox', 'list')).toEqual(await run('inbox', 'list', '--help'))
  expect((await run('help', 'urls')).out).toContain('Usage: npx fastify-merchant-webhooks urls')
})

test('options are wrapped in a terminal of 40 columns', async () => {
  const { out } = await runAt({ columns: 40 }, 'inbox', 'list', '--help')
  const [, options = ''] = /^Options:\n(.*?)\n\n/ms.exec(out) ?? []
  expect(options.split('\n').filter((line) => line.length > 40 && /\S\s+\S/.test(line.trim()))).toEqual([])
})

test('an unknown command is named, with those that there are', async () => {
  const { code, err } = await run('url')
  expect(code).toBe(2)
  expect(err).toContain("Unknown command 'url'. Did you mean urls?")
  expect((await run('fly')).err).toContain("Unknown command 'fly'. There are ")
})
