import { createSimulator } from 'fastify-merchant-webhooks/simulator'
import { type CDPSession, chromium } from 'playwright-core'

/**
 * What the simulator's page does to its browser with 10,000 rows and 20 phones: the longest task of its main thread while it
 * loads, scrolls and filters, ms of the processor by Chromium's own trace. `npm run bench:page`; ends with 1 where one is
 * over 50 ms.
 */
const rows = 10_000
const phones = 20
const longest = 50

const sim = await createSimulator()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  for (let number = 0; number < phones; number += 1) sim.phone(`+2330000001${String(number).padStart(2, '0')}`)
  for (let number = 0; number < rows; number += 1) addRow(number)
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
  const session = await page.context().newCDPSession(page)
  const found = `${rows} rows`
  const measured = {
    load: await longestTask(session, async () => {
      await page.goto(sim.pageUrl)
      await page.getByText(found, { exact: true }).waitFor()
    }),
    scroll: await longestTask(session, async () => {
      await page.getByRole('list', { name: 'Log' }).hover()
      for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, 2_000)
      await page.waitForFunction("document.querySelector('ul[aria-label=Log]').parentElement.scrollTop > 9000")
    }),
    filter: await longestTask(session, async () => {
      await page.getByLabel('Search the log').pressSequentially('kind:ussd 77')
      await page.getByText(new RegExp(`^\\d+ of ${found}$`)).waitFor()
    }),
  }
  const interactive: number = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
  console.log(JSON.stringify({ rows, phones, longestTask: measured, interactive: Math.round(interactive) }))
  if (Object.values(measured).some((ms) => ms > longest)) process.exitCode = 1
} finally {
  await browser.close()
  await sim.close()
}

/** Of the page's main thread while something is done, ms of the processor. */
async function longestTask(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = []
  const hear = ({ value }: { value: object[] }) => void events.push(...value)
  session.on('Tracing.dataCollected', hear)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await work()
  const complete = Promise.withResolvers<void>()
  session.once('Tracing.tracingComplete', () => complete.resolve())
  await session.send('Tracing.end')
  await complete.promise
  session.off('Tracing.dataCollected', hear)
  const threads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(placeOf),
  )
  const tasks = events.filter((event) => event.name === 'RunTask' && threads.has(placeOf(event)))
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000)))
}

interface TraceEvent {
  readonly name?: string
  readonly pid?: number
  readonly tid?: number
  /** Microseconds of the processor. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

function placeOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`
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
