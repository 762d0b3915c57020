import { expect, onTestFinished, test, vi } from 'vitest'
import { app, run } from './run.ts'

test('merchant urls prints the addresses to register, as a table', async () => {
  const { code, out } = await run('urls', app('shop'), '--public-url', 'https://shop.example/')
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'kind  method  url',
    'ussd  POST    https://shop.example/push/ussd/a-secret-of-the-test',
  ])
})

test('merchant urls prints paths where nobody said where the application is', async () => {
  const { out } = await run('urls', app('built'), '--json')
  expect(JSON.parse(out)).toEqual([{ kind: 'ussd', method: 'POST', url: '/push/ussd/a-secret-of-the-test' }])
})

test('the publicUrl of a registration stands, whatever the command says', async () => {
  const { out } = await run('urls', app('shop'), '--name', 'tickets', '--json', '--public-url', 'https://shop.example')
  expect(JSON.parse(out)).toEqual([
    { kind: 'checkout', method: 'POST', url: 'https://tickets.example/tickets/checkout?key=a-secret-of-the-test' },
  ])
})

test('a registration that is not there is named with those that are', async () => {
  const { code, err } = await run('urls', app('shop'), '--name', 'flights')
  expect(code).toBe(1)
  expect(err).toContain("No registration is named 'flights'")
  expect(err).toContain('tickets')
})

test('an application without the plugin is told so', async () => {
  const { code, err } = await run('urls', app('plain'))
  expect(code).toBe(1)
  expect(err).toMatch(/did not register the plugin\.$/)
})

test('of a CommonJS module its export `build` counts, not all that it exports', async () => {
  const { code, out } = await run('urls', app('commonjs').replace('.ts', '.cjs'), '--name', 'tickets', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toHaveLength(1)
})

test('a module without an application is told what to export', async () => {
  const { code, err } = await run('urls', app('nothing'))
  expect(code).toBe(1)
  expect(err).toContain('exports no Fastify application')
  expect(err).not.toContain('Usage')
})

test.each([
  [['urls'], "Missing required argument 'module'."],
  [['urls', 'one.js', 'two.js'], "Too many arguments for 'urls'."],
  [['urls', 'one.js', '--jsn'], "Unknown option '--jsn'. Did you mean --json?"],
  [['urls', 'one.js', '--public-url', 'shop'], 'publicUrl'],
])('%j is refused with what is wrong, and how to learn more', async (args, problem) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toContain(problem)
  expect(err).toMatch(/\nnpx fastify-merchant-webhooks urls --help tells more\.$/)
})

test('a file that is not there is named', async () => {
  const { code, err } = await run('urls', 'no-such-file.js')
  expect({ code, err }).toEqual({ code: 1, err: 'There is no file no-such-file.js.' })
})

test('a module that cannot be loaded ends with its error, not with a stack', async () => {
  const { code, err } = await run('urls', app('broken'))
  expect(code).toBe(1)
  expect(err).toContain('no database')
  expect(err).not.toContain('\n    at ')
})

test('a module that waits, as for a store that another application has, is given up after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = run('urls', app('waits'))
  await vi.advanceTimersByTimeAsync(29_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const { code, err } = await waiting
  expect(code).toBe(1)
  expect(err).toMatch(/waits\.ts did not build its application within 30 seconds\. Perhaps it waits for its store/)
})

test('a module that listens is refused before a second application starts', async () => {
  const { code, err } = await run('urls', app('listens'))
  expect(code).toBe(1)
  expect(err).toMatch(/listens\.ts listens, which would start a second application: name the file/)
})
