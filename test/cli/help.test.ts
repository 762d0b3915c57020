import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entryKinds } from '../../src/store/entry.ts'
import { run } from './run.ts'

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

test('an unknown command is named, with those that there are', async () => {
  const { code, err } = await run('url')
  expect(code).toBe(2)
  expect(err).toContain("Unknown command 'url'. Did you mean urls?")
  expect((await run('fly')).err).toContain("Unknown command 'fly'. There are ")
})
