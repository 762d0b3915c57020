import { loadavg } from 'node:os'
import { createSimulator } from 'fastify-merchant-webhooks/simulator'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { readMachine } from './machine.ts'
import { median } from './statistics.ts'

/**
 * What the simulator's page does to its browser with 10,000 rows and 20 phones: the longest task of its main thread while it
 * loads, scrolls and filters, ms of the processor by Chromium's own trace, in each of five runs. `npm run bench:page`; ends
 * with 1 where the middle of the runs is over 50 ms. What else the machine does shows in its load.
 */
const rows = 10_000
const phones = 20
const runs = 5
const longest = 50
/** Stands in the trace where the page is done with something. */
const markName = 'measured'
const found = `${rows} rows`

const machine = readMachine()
const sim = await createSimulator()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (let number = 0; number < phones; number += 1) sim.phone(`+2330000001${String(number).padStart(2, '0')}`)
  for (let number = 0; number < rows; number += 1) addRow(number)
  const measured = []
  for (let run = 0; run < runs; run += 1) measured.push(await measure(browser))
  const longestTask = {
    load: measured.map(({ load }) => load),
    scroll: measured.map(({ scroll }) => scroll),
    filter: measured.map(({ filter }) => filter),
  }
  const interactive = measured.map((run) => run.interactive)
  console.log(JSON.stringify({ rows, phones, longestTask, interactive }))
  console.log(JSON.stringify({ ...machine, load: { before: machine.load, after: loadavg()[0] } }))
  if (Object.values(longestTask).some((figures) => median(figures) > longest)) process.exitCode = 1
} finally {
  await browser.close()
  await sim.close()
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
  // Drawn for the first time: by then it answers.
  const interactive: number = await page.evaluate("performance.getEntriesByType('paint').at(-1).startTime")
  await context.close()
  return { load, scroll, filter, interactive: Math.round(interactive) }
}

/** Of the page's main thread while something is done, ms of the processor. The browser has pages of its own: a mark tells. */
async function longestTask(session: CDPSession, work: () => Promise<void>): Promise<number> {
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
  return Math.round(Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000)))
}

interface TraceEvent {
  readonly name?: string
  readonly pid?: number
  readonly tid?: number
  /** Microseconds of the processor. */
  readonly tdur?: number
}

function isTask({ name }: TraceEvent): boolean {
  return name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
}

/** Turns of 2,000 sessions. */
function addRow(number: number): void {
  const mobile = `+2330000001${String(number % phones).padStart(2, '0')}`
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
