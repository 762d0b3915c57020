import { loadavg } from 'node:os'
import Fastify from 'fastify'
import merchantWebhooks from 'fastify-merchant-webhooks'
import { createSimulator } from 'fastify-merchant-webhooks/simulator'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { readMachine } from './machine.ts'
import { firstKey, firstKeyOfNothing } from './page-start.ts'
import { median } from './statistics.ts'

/**
 * What the simulator's page does to its browser with 10,000 rows and 20 phones whose seconds run, while rows come: the longest
 * task of its main thread while it loads, scrolls and filters, by Chromium's own trace, in each of five runs, ms of the processor
 * and by the clock. And how long it takes from the command's own start to the first key that works. `npm run bench:page`; ends
 * with 1 where the middle of the runs is over 50 ms of the processor, or a second to the first key. What else the machine does
 * shows in its load.
 */
const rows = 10_000
const phones = 20
const runs = 5
const longest = 50
/** ms from the address that `dev` prints to the first key that works. */
const soon = 1_000
/** ms between two rows that come while something is measured, and between two dials, before the 60 s of a session are over. */
const every = { row: 50, dial: 45_000 }
/** Stands in the trace where the page is done with something. */
const markName = 'measured'
const found = `${rows} rows`

const machine = readMachine()
const sim = await createSimulator()
const app = Fastify()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await app.register(merchantWebhooks, { verify: 'none', ussd: (_push, turn) => turn.prompt('How many bags?') })
  await sim.connect(app)
  await dial()
  for (let number = 0; number < rows; number += 1) addRow(number)
  const dialling = setInterval(() => void dial(), every.dial)
  const coming = setInterval(() => addRow(sim.log.last), every.row)
  const measured: Awaited<ReturnType<typeof measure>>[] = []
  for (let run = 0; run < runs; run += 1) measured.push(await measure(browser))
  clearInterval(coming)
  clearInterval(dialling)
  const keys: number[] = []
  const ofNothing: number[] = []
  for (let run = 0; run < runs; run += 1) {
    ofNothing.push(await firstKeyOfNothing(browser))
    keys.push(await firstKey(browser))
  }
  const of = (what: keyof (typeof measured)[number]) => measured.map((run) => run[what])
  const tasks = { load: of('load'), scroll: of('scroll'), filter: of('filter') }
  const all = Object.values(tasks).flat()
  console.log(JSON.stringify({ rows, phones, tasks, firstKey: keys, ofNothing }))
  const most = (figures: readonly number[]) => Math.max(...figures)
  console.log(
    JSON.stringify({
      longestTask: { processor: most(all.map(({ processor }) => processor)), wall: most(all.map(({ wall }) => wall)) },
      firstKey: { median: median(keys), longest: most(keys), ofNothing: median(ofNothing) },
    }),
  )
  console.log(JSON.stringify({ ...machine, load: { before: machine.load, after: loadavg()[0] } }))
  const isLong = Object.values(tasks).some((runs) => median(runs.map(({ processor }) => processor)) > longest)
  if (isLong || median(keys) > soon) process.exitCode = 1
} finally {
  await browser.close()
  await sim.close()
  await app.close()
}

/** One run in a browser that never saw the page. */
async function measure(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const mark = () => page.evaluate(`performance.mark('${markName}')`)
  const load = await longestTask(session, async () => {
    await page.goto(sim.pageUrl)
    await page.getByText(found, { exact: true }).waitFor()
    await mark()
  })
  const scroll = await longestTask(session, async () => {
    await page.getByRole('list', { name: 'Log' }).hover()
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 2_000)
    await page.waitForFunction("document.querySelector('ul[aria-label=Log]').parentElement.scrollTop > 9000")
    await mark()
  })
  const filter = await longestTask(session, async () => {
    await page.getByLabel('Search the log').pressSequentially('kind:ussd 77')
    await page.getByText(new RegExp(`^\\d+ of ${found}$`)).waitFor()
    await mark()
  })
  await context.close()
  return { load, scroll, filter }
}

/** Of the page's main thread while something is done, ms of the processor and by the clock. The browser has pages of its own: a mark tells. */
async function longestTask(session: CDPSession, work: () => Promise<void>): Promise<Longest> {
  const events: TraceEvent[] = []
  const hear = ({ value }: { value: object[] }) => void events.push(...value)
  session.on('Tracing.dataCollected', hear)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await work()
  const complete = Promise.withResolvers<void>()
  session.once('Tracing.tracingComplete', () => complete.resolve())
  await session.send('Tracing.end')
  await complete.promise
  session.off('Tracing.dataCollected', hear)
  const marked = events.find(({ name }) => name === markName)
  if (marked === undefined) throw new Error('the trace does not say which thread is the page')
  const tasks = events.filter((event) => isTask(event) && event.pid === marked.pid && event.tid === marked.tid)
  const most = (read: (task: TraceEvent) => number | undefined) =>
    Math.round(Math.max(...tasks.map((task) => (read(task) ?? 0) / 1_000)))
  return { processor: most(({ tdur }) => tdur), wall: most(({ dur }) => dur) }
}

/** ms. By the clock a task is as long as the machine lets it wait, too. */
interface Longest {
  readonly processor: number
  readonly wall: number
}

interface TraceEvent {
  readonly name?: string
  readonly pid?: number
  readonly tid?: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  /** Microseconds by the clock. */
  readonly dur?: number
}

function isTask({ name }: TraceEvent): boolean {
  return name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
}

/** Each phone has a session whose seconds run. */
async function dial(): Promise<void> {
  for (let number = 0; number < phones; number += 1) await sim.phone(phoneOf(number)).dial('*713#')
}

function phoneOf(number: number): string {
  return `+2330000001${String(number % phones).padStart(2, '0')}`
}

/** Turns of 2,000 sessions. */
function addRow(number: number): void {
  const mobile = phoneOf(number)
  const session = `session-${Math.floor(number / 5)}`
  const fields = { Mobile: mobile, SessionId: session, ServiceCode: '713', Type: 'Response', Message: `${number}` }
  const body = Buffer.from(
    JSON.stringify({ ...fields, Operator: 'network', Sequence: (number % 5) + 1, ClientState: null }),
  )
  const answer = Buffer.from(JSON.stringify({ Type: 'Response', Message: `Screen ${number}\n1. Tea\n2. Rice` }))
  sim.log.add({
    at: sim.now(),
    direction: 'push',
    kind: 'ussd',
    method: 'POST',
    url: 'http://127.0.0.1:3000/push/ussd',
    request: { headers: { 'content-type': 'application/json' }, body, bytes: body.length },
    response: { status: 200, headers: {}, body: answer, bytes: answer.length },
    problem: null,
    ms: number % 6_500,
    deadline: 7_000,
    timing: null,
    faults: [],
    attempt: 1,
    about: { sessionId: session, mobile },
    origin: null,
  })
}
