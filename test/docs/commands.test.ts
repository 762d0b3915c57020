import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { run } from '../cli/run.ts'
import { documents, read, root } from './documents.ts'

const { name, version, bin }: { name: string; version: string; bin: Record<string, string> } = JSON.parse(
  read('package.json'),
)
// Whoever takes part has these installed.
const tools = ['vitest']
// As npm pack names it, beside the repository.
const packed = `./${name}-${version}.tgz`

test('the name of the package is a command, and the short one is the same', () => {
  expect(bin).toEqual({ [name]: './dist/cli/merchant.js', merchant: './dist/cli/merchant.js' })
})

test('npx is told to run nothing but the package by its own name: any other could be a stranger’s', () => {
  const examples = readdirSync(`${root}example`).map((file) => `example/${file}`)
  const said = [...documents, ...examples].flatMap((file) =>
    [...read(file).matchAll(/npx +(\S+)/g)].map(([, word = '']) => ({ file, word })),
  )
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter(({ word }) => word !== name && word !== packed && !tools.includes(word))).toEqual([])
})

test('the short name stands in no document: who reads it would say it to npx', () => {
  const short = documents.flatMap((file) =>
    [...read(file).matchAll(/[`$] ?merchant (inbox|urls|sessions)\b/g)].map(([text]) => `${file}: ${text}`),
  )
  expect(short).toEqual([])
})

test.each([[], ['urls'], ['inbox'], ['sessions']])('the help of %s says the name of the package', async (...words) => {
  const { out } = await run(...words, '--help')
  expect(out).toMatch(new RegExp(`^Usage: npx ${name} ${words[0] ?? '<command>'}`))
  expect(out).not.toMatch(/(?<!\/)\bmerchant (<|inbox|urls|sessions)/)
})
