import { expect, it } from 'vitest'
import { run } from '../run.ts'

it.each<[readonly string[], string]>([
  [['inbox', 'lst'], "There is no 'lst': 'list' may be meant."],
  [['inbox', 'fly'], "There is no 'fly': there are list, count, get, replay, redrive, export."],
  [['sessions', 'replay'], "There is no 'replay'"],
  [['inbox', 'list', 'more'], "'more' is too much."],
  [['inbox', 'get'], 'Name one entry, by its id or its reference, and nothing else.'],
  [['inbox', 'replay', 'a', 'b'], 'Name one entry'],
  [['sessions', 'get'], 'Name one session, by its id, and nothing else.'],
  [['inbox', '--status', 'dead'], "There is no option '--status': '--state' may be meant."],
  [
    ['inbox', 'get', 'a', '-x'],
    "There is no option '-x': there are --store, --schema, --registration, --json, --country,",
  ],
  [['sessions', '--toString'], "There is no option '--toString': there are --store,"],
  [['inbox', '--state'], "Option '--state' argument is ambiguous."],
  [['inbox', '--state', 'deda'], "--state takes waiting, running, done, dead, rejected, not 'deda'."],
  [['inbox', '--kind', 'checkout,sms'], "fulfilmentReport, not 'sms'."],
  [['inbox', '--kind', 'checkout, expectedPayments'], "not 'expectedPayments': 'expectedPayment' may be meant."],
  [['inbox', '--limit', '0'], "--limit takes a number from 1 to 1000, not '0'."],
  [['inbox', '--limit', 'all'], "not 'all'."],
  [['inbox', '--since', 'yesterday'], '--since takes a span such as 2h or 7d'],
  [['inbox', 'count', '--until', '2026-02-30'], '--until takes a span'],
  [['inbox', 'get', 'a', '--country', 'XX'], 'The country setting is'],
  [['sessions', '--kind', 'checkout'], "--kind takes ussd, programmable, not 'checkout'."],
  [['sessions', '--phone', ' '], '--phone takes a whole phone number.'],
])('%j is refused with what is wrong, and how to learn more', async (args, problem) => {
  // The store is not looked for before the arguments are understood.
  const { code, out, err } = await run(...args, '--store', 'no-such.db')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(problem)
  expect(err).toMatch(/\nnpx fastify-merchant-webhooks \w+ --help tells more\.$/)
})

it.each(['inbox', 'sessions'])('merchant %s --help explains the command without a store', async (command) => {
  const { code, out } = await run(command, '--help')
  expect(code).toBe(0)
  expect(out).toContain(`Usage: npx fastify-merchant-webhooks ${command} [action]`)
})
