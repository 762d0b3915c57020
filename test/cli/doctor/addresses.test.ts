import { describe, expect, onTestFinished, test } from 'vitest'
import { timeFindings } from '../../../src/cli/doctor/pushes/turns.ts'
import { run, runAt } from '../run.ts'
import { doctor, doctorApp, folderWith } from './doctored.ts'
import { type Fault, handMade, secret } from './faulty.ts'

const few = ['--turns', '3']
const ussdOf = (origin: string) => `${origin}/push/ussd/${secret}`

test('an application that does everything right is fine, at each of its addresses', async () => {
  const { code, findings, counts } = await doctor(
    '--url',
    `${await handMade()}/push/{kind}/${secret}`,
    '--kinds',
    'ussd,checkout,deliveryReport,inboundMessage',
    ...few,
  )
  expect(findings.filter(({ level }) => level === 'error' || level === 'warning')).toEqual([])
  expect(code).toBe(0)
  expect(counts.fine).toBeGreaterThan(18)
})

test.each<[Fault, string, RegExp]>([
  [
    'takes everything',
    'forgeries',
    /^error: A push with a wrong secret was taken: anybody can push, or this .* may\. Give a verifier/,
  ],
  [
    'fails on strangers',
    'forgeries',
    /^error: A push with a wrong secret was not refused, but failed: the status is 500/,
  ],
  ['reads bodies first', 'forgeries', /^warning: A push with a wrong secret was refused with 422/],
  ['leads strangers away', 'forgeries', /^error: Of a push with a wrong secret: it redirects to \/login/],
  ['knows one casing', 'casings', /^error: Names with a small first letter are not read/],
  ['shows an error to one casing', 'casings', /^error: Names with a small first letter get another screen/],
  ['counts turns', 'duplicates', /^error: The same turn gets another screen/],
  ['says too much', 'screen length', /^error: its Message takes 200 of 182 characters/],
  ['says it with accents', 'characters', /^warning: The screen has characters outside ASCII/],
  ['says nothing', 'screen', /^error: The first one says nothing/],
  ['asks to pay too early', 'screen', /^error: The first is shown. Still, it has Amount, but its Type is response/],
  ['answers with a page', 'probes', /^error: it is a web page/],
  ['answers with 10 MB', 'probes', /^error: GET: the answer is longer than 1048576 bytes/],
  ['answers no JSON', 'screen', /^error: the service refuses this reply.*application\/json/],
  ['redirects', 'redirects', /^error: it redirects to https:\/\/elsewhere\.example\/push.*Register the address/],
  ['closes the line', 'probes', /^error: GET: the application closed the line/],
  ['closes it after the first', 'answer time', /^error: Turn 2 of a row failed: the application closed the line/],
  ['closes it after the first', 'duplicates', /^error: The same turn fails/],
  ['knows four types', 'odd types', /^error: A push of an unknown Type fails: the status is 500/],
  ['knows four operators', 'non-ASCII', /^error: A push with such characters fails: the status is 500/],
  ['refuses probes', 'probes', /^warning: A look by GET is refused: the status is 405/],
  ['closes on probes', 'probes', /^error: GET: the application closed the line/],
  ['shows a page to probes', 'probes', /^error: it is a web page/],
  ['refuses releases', 'hanging up', /^error: A Release is not taken: the status is 400/],
  ['is an hour behind', 'clock', /^error: 3,6\d\d s ahead of that of the address/],
])('an application that %s is found by %s', async (fault, check, line) => {
  const { of, code } = await doctor('--url', ussdOf(await handMade(fault)), ...few)
  expect(of(check)[0]).toMatch(line)
  expect(code).toBe(of(check)[0]?.startsWith('warning') ? 0 : 1)
})

const slow: readonly (readonly [Fault, string, RegExp])[] = [
  ['never answers turns', 'screen', /^error: No screen came: no answer in time/],
  [
    'sleeps until the first',
    'first answer',
    /^warning: it took 5\d{3} ms: there is not much left of 7000 ms\. Keep an/,
  ],
  ['is slow once', 'answer time', /^warning: 3 turns: .*the slowest after the first 5\d{3} ms: there is not much left/],
]

// All at once: seconds are waited for.
test('an application that never answers turns, sleeps until the first or is slow once is found by that', async () => {
  const looks = slow.map(async ([fault, check, line]) => {
    const { of, code } = await doctor('--url', ussdOf(await handMade(fault)), ...few)
    expect(of(check)[0], fault).toMatch(line)
    expect(code, fault).toBe(of(check)[0]?.startsWith('warning') ? 0 : 1)
  })
  await Promise.all(looks)
})

test('screens that are others at each dial are read in both casings', async () => {
  const { of } = await doctor('--url', ussdOf(await handMade('counts turns')), ...few)
  expect(of('casings')[0]).toMatch(/^fine/)
})

test('one that closes the line on every push is told so once, and left', async () => {
  const { of, findings } = await doctor('--url', ussdOf(await handMade('closes the line')), ...few)
  expect(of('probes')).toHaveLength(1)
  expect(findings.map(({ check }) => check)).toEqual(['reachable', 'TLS', 'probes'])
})

test('a notification that is not acknowledged is an error, and is sent no second time', async () => {
  const url = `${await handMade('refuses notices')}/push/delivery-report/${secret}`
  const { of, code } = await doctor('--url', url)
  expect(code).toBe(1)
  expect(of('taken')).toEqual(['error: It was not acknowledged: the status is 500. Its log says why.'])
  expect(of('duplicates')).toEqual([])
})

describe('payments', () => {
  test('are pushed with the right secret only where it is asked for', async () => {
    const url = `checkout=${await handMade()}/pay/${secret}`
    expect((await doctor('--url', url)).of('payments')[0]).toMatch(/^skipped: Forged ones alone were sent/)
    const asked = await doctor('--url', url, '--with-payments')
    expect(asked.of('payments')).toEqual([])
    expect(asked.of('taken')[0]).toMatch(/^fine/)
  })
})

test.each([
  [404, /urls app\.js prints the addresses/],
  [401, /Is the secret right\?/],
])('a wrong address is told what to do about a %i', async (status, remedy) => {
  const origin = await handMade()
  const url = status === 401 ? `${origin}/push/ussd/not-the-secret-of-it` : `${origin}/push/ussd/${secret}`
  const { of } = await doctor('--url', url, ...few)
  if (status === 401) expect(of('screen')[0]).toMatch(remedy)
  const { remedyOf } = await import('../../../src/cli/doctor/pushes/notices.ts')
  const answer = { status, headers: {}, body: Buffer.alloc(0) }
  expect(remedyOf({ answer, problem: null, ms: 1, at: 0 })).toMatch(remedy)
})

test.each([
  [[30, 6_000, 20], 'answer time', 'warning'],
  [[30, 7_001, 20], 'answer time', 'error'],
  [[5_001, 10, 20], 'first answer', 'warning'],
  [[7_500, 10, 20], 'first answer', 'error'],
  [[30, 10, 20], 'answer time', 'fine'],
])('turns of %j ms: %s is %s', (times, check, level) => {
  const answer = { status: 200, headers: {}, body: Buffer.alloc(0) }
  const found = timeFindings(times.map((ms) => ({ answer, problem: null, ms, at: 0 })))
  expect(found.find((one) => one.check === check)?.level).toBe(level)
  expect(timeFindings([])).toEqual([])
})

describe('what is shown', () => {
  test('fits 80 columns, has no secret, and tells how far it is', async () => {
    const drawn: string[] = []
    const origin = await handMade('counts turns')
    const url = `${origin}/push/ussd/${secret}?key=${secret}`
    const { code, out } = await runAt({ progress: (line) => drawn.push(line) }, 'doctor', '--url', url, ...few)
    expect(code).toBe(1)
    expect(out).not.toContain(secret)
    expect(out).toContain(`${origin}/push/ussd/…?key=…`)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(drawn.at(0)).toBe(origin)
    expect(drawn.at(-1)).toBe('')
    expect(drawn.join()).not.toContain(secret)
  })

  test('of an address without a usual word is the host, and short parts of the path', async () => {
    const { findings } = await doctor('--url', `ussd=${await handMade()}/v1/${secret}`, ...few)
    expect(findings.at(-1)?.place).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\/…$/)
  })
})

test('a host that nobody answers at is an error, and no secret is sent', async () => {
  const { of, code } = await doctor('--url', 'http://127.0.0.1:1/push/ussd/the-secret')
  expect(code).toBe(1)
  expect(of('reachable')[0]).toMatch(/^error: 127\.0\.0\.1:1 can't be reached: ECONNREFUSED.*firewall/)
  expect(of('pushes')[0]).toMatch(/^skipped/)
})

describe('a module', () => {
  test('is pushed to in this process, with a store in memory', async () => {
    const { of, code, findings } = await doctor(doctorApp('takes-store'), '--project', folderWith(), ...few)
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(code).toBe(0)
    expect(of('duplicates')).toHaveLength(2)
    const places = new Set(findings.map(({ place }) => place))
    expect([...places]).toEqual([
      null,
      '/push/ussd/… (ussd, in this process)',
      '/push/delivery-report/… (deliveryReport, in this process)',
      '/own/inbound-message (inboundMessage, in this process)',
    ])
    expect(of('pushes')[0]).toMatch(/^skipped: secretHeader.* wants more than an address.*--header/)
  })

  test('whose verifier wants a header gets it', async () => {
    const header = `x-push-token: ${secret}`
    const { of } = await doctor(doctorApp('takes-store'), '--project', folderWith(), '--header', header, ...few)
    expect(of('pushes')).toEqual([])
    expect(of('taken')).toHaveLength(2)
  })

  test('that keeps what it is told is not pushed to', async () => {
    const { of } = await doctor(doctorApp('kept'), '--project', folderWith())
    expect(of('pushes')[0]).toMatch(/^skipped: None was sent: the function does not take \{ store \}/)
  })

  test('that exports the application itself is not built twice', async () => {
    const { of } = await doctor(doctorApp('itself'), '--project', folderWith())
    expect(of('pushes')[0]).toMatch(/^skipped: None was sent: the module exports the application itself/)
  })

  test('says the paths of an address that is a host alone', async () => {
    const { app } = await import('./apps/itself.ts')
    const origin = await handMade()
    const file = doctorApp('itself')
    const { findings } = await doctor(file, '--project', folderWith(), '--url', origin, '--kinds', 'deliveryReport')
    expect(new Set(findings.map(({ place }) => place))).toContain(`${origin}/delivery-report/…`)
    onTestFinished(() => app.close())
  })
})

test.each([
  [['app.js', '--with-payments'], '--with-payments goes with --url'],
  [['--url', 'shop'], '--url takes a whole address'],
  [['--url', 'http:/the-secret'], '--url takes a whole address'],
  [['--url', 'https://shop.example/hook'], 'name its kind'],
  [['--url', 'fly=https://shop.example/hook'], "there is no kind 'fly'"],
  [['--url', 'https://shop.example/ussd', '--kinds', 'fly'], '--kinds takes'],
  [['--url', 'https://shop.example/ussd', '--turns', '0'], '--turns takes'],
  [['--url', 'https://shop.example/ussd', '--header', 'a-secret'], '--header takes a name, a colon and the value'],
])('%j is not understood', async (args, problem) => {
  const { code, err } = await run('doctor', ...args)
  expect(code).toBe(2)
  expect(err).toContain(problem)
  expect(err).not.toContain('a-secret')
})
