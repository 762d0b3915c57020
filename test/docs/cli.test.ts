import { describe, expect, test } from 'vitest'
import { keptStore, paid } from '../cli/look/kept-store.ts'
import { app, run } from '../cli/run.ts'
import { everyCommand } from './cli/every-command.ts'
import { commandsPage, writeCommands } from './cli/page.ts'
import { said } from './cli/said.ts'
import { read } from './documents.ts'

const commands = await everyCommand()

describe('the page of the commands', () => {
  test('is what npm run docs makes of their help today', async () => {
    expect(read(commandsPage)).toBe(await writeCommands())
  })

  test('says nothing of a command that there is not', () => {
    const names = commands.map(({ words }) => words.join(' '))
    expect(Object.keys(said).filter((name) => !names.includes(name))).toEqual([])
  })
})

test.each(commands.map(({ words, help }) => [words.join(' '), help]))(
  'the help of %s fits 80 columns, and ends with two examples',
  (_name, help) => {
    expect(help).toMatch(/Examples:(\n {2}\$ npx fastify-merchant-webhooks .*){2}/)
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
  },
)

describe('--json', () => {
  // A group takes it with its actions; `merchant-webhooks` itself does nothing.
  const doing = commands.filter(({ help }) => !/\nCommands:\n/.test(help))

  test.each(doing.map(({ words, help }) => [words.join(' '), help]))('is an option of %s', (_name, help) => {
    expect(help).toMatch(/^ {2}(?:-\w, )?--json\b/m)
  })
})

describe('what the page says of --json has the names that are printed', () => {
  const shop = app('every-kind')

  test('of dial', async () => {
    const { out } = await run('dial', '*713#', shop, '--json')
    expect(namesIn(JSON.parse(out))).toEqual(namesIn(said.dial?.json))
  })

  test('of trigger', async () => {
    const { out } = await run('trigger', 'checkout', shop, '--json')
    const shown = Object(said.trigger?.json)
    const { pushes, ...rest } = JSON.parse(out)
    expect(namesIn(rest)).toEqual(['counts'])
    expect(namesIn(pushes[0])).toEqual(namesIn(shown.pushes[0]))
  })

  test('of replay', async () => {
    const { out } = await run('replay', shop, 'checkout/paid-camel', '--json')
    expect(namesIn(JSON.parse(out))).toEqual(namesIn(said.replay?.json))
    expect(namesIn(JSON.parse(out).pushes[0])).toEqual(namesIn(Object(said.replay?.json).pushes[0]))
  })

  test('of urls', async () => {
    const { out } = await run('urls', shop, '--json')
    expect(namesIn(JSON.parse(out)[0])).toEqual(namesIn(Object(said.urls?.json)[0]))
  })

  test('of inbox list and inbox get', async () => {
    const { file, accept } = await keptStore()
    await accept(paid('order-1'))
    await run('inbox', 'note', 'order-1', '--by', 'Ama', '--note', 'the payer called', '--store', file)
    const shownBy = async (...words: string[]) =>
      JSON.parse((await run('inbox', ...words, '--json', '--store', file)).out)
    const [entry] = (await shownBy('list')).entries
    expect(namesIn(entry)).toEqual(namesIn(Object(said['inbox list']?.json).entries[0]))
    const got = await shownBy('get', 'order-1')
    const shown = Object(said['inbox get']?.json)
    expect(namesIn(got)).toEqual(namesIn(shown))
    expect(namesIn(got.notes[0])).toEqual(namesIn(shown.notes[0]))
  })
})

function namesIn(value: unknown): string[] {
  return Object.keys(Object(value)).toSorted()
}
