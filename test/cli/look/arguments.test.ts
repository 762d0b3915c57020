import { expect, it } from 'vitest'
import { run } from '../run.ts'

it.each<[readonly string[], string]>([
  [['inbox', 'lst'], "There is no 'lst': 'list' may be meant."],
  [['inbox', 'fly'], "There is no 'fly': there are list, count, get, replay, review, note, settle, redrive, export."],
  [['sessions', 'replay'], "There is no 'replay'"],
  [['inbox', 'list', 'more'], "There is no 'more'"],
  [['inbox', 'get'], "Missing required argument 'id'."],
  [['inbox', 'replay', 'a', 'b'], "Too many arguments for 'replay'."],
  [['sessions', 'get'], "Missing required argument 'sessionId'."],
  [['inbox', '--status', 'dead'], "Unknown option '--status'. Did you mean --state?"],
  [['inbox', 'get', 'a', '-x'], "Unknown option '-x'."],
  [['sessions', '--toString'], "Unknown option '--toString'."],
  [['inbox', '--state'], "There is no 'no-such.db'"],
  [['inbox', '--state', 'deda'], "--state takes waiting, running, done, dead, rejected, not 'deda'."],
  [['inbox', '--kind', 'checkout', '--kind', 'sms'], "fulfilmentReport, not 'sms'."],
  [['inbox', '--kind', 'sms', '--kind', 'checkout'], "fulfilmentReport, not 'sms'."],
  [['inbox', '--kind', 'checkout,sms'], "fulfilmentReport, not 'sms'."],
  [['inbox', '--kind', 'checkout, expectedPayments'], "not 'expectedPayments': 'expectedPayment' may be meant."],
  [['inbox', '--limit', '0'], "--limit takes a whole number from 1 to 1000, not '0'."],
  [['inbox', '--limit', 'all'], "not 'all'."],
  [['inbox', '--since', 'yesterday'], '--since takes a span such as 2h or 7d'],
  [['inbox', 'count', '--until', '2026-02-30'], '--until takes a span'],
  [['inbox', 'get', 'a', '--country', 'XX'], '--country takes '],
  [
    ['stop', 'usd', '--reason', 'why'],
    "<kind> takes ussd, programmable, checkout, fulfilment, ussdPayment, deliveryReport, inboundMessage, not 'usd': 'ussd' may be meant.",
  ],
  [['backup', '--to', ''], '--to takes a folder.'],
  [['sessions', '--kind', 'checkout'], "--kind takes ussd, programmable, not 'checkout'."],
  [['inbox', 'redrive', '--session', 'b1946ac9'], '--session takes a kind and an id, as ussd:… or programmable:….'],
  [['inbox', 'list', '--session', 'ussd:'], '--session takes a kind and an id, as ussd:… or programmable:….'],
  [['sessions', '--phone', ' '], '--phone takes a whole phone number.'],
])('%j is refused with what is wrong, and how to learn more', async (args, problem) => {
  // The store is not looked for before the arguments are understood.
  const { code, out, err } = await run(...args, '--store', 'no-such.db')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(problem)
  expect(err).toMatch(/\nnpx fastify-merchant-webhooks \w+( \w+)? --help tells more\.$/)
})

it.each<[readonly string[], number, string]>([
  [['doctor', '--kinds', 'nosuch', 'app.js'], 2, '--kinds takes ussd, programmable, checkout'],
  [['doctor', '--kinds', 'ussd', 'app.js'], 2, '--kinds goes with --url'],
  [['simulate', '--project', 'no-such-folder'], 1, '--project: there is no folder no-such-folder.'],
  [
    ['simulate', '--allow-host', 'http://x'],
    2,
    "--allow-host takes the name of a host, as in shop.example, not 'http://x/'.",
  ],
  [['simulate', '--env', '.'], 1, "--env: . can't be written: EISDIR"],
  [['simulate', '--env', 'no-such-folder/.env'], 1, "--env: no-such-folder/.env can't be written: ENOENT"],
  [['help', 'nosuch'], 2, "There is no command 'nosuch': there are init, dev,"],
  [['help', 'inbox', 'lst'], 2, "There is no command 'lst': 'list' may be meant."],
  [['backup', '--store', 'package.json', '--to', 'package.json'], 1, '--to: package.json is a file, not a folder.'],
])('%j names the option that is wrong', async (args, expected, problem) => {
  const { code, err } = await run(...args)
  expect({ code, err }).toEqual({ code: expected, err: expect.stringContaining(problem) })
})

it.each(['inbox', 'sessions'])('merchant %s --help explains the command without a store', async (command) => {
  const { code, out } = await run(command, '--help')
  expect(code).toBe(0)
  expect(out).toContain(`Usage: npx fastify-merchant-webhooks ${command} [options] [command]`)
})
