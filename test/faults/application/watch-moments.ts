import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import './shift-clock.ts'
import { channelOf, handled, type KillOrder, type Moment, traced } from '../harness/moments.ts'

/**
 * Preloaded by `--import` into the application and, since they inherit it, into its worker threads. It ends the process
 * at the moment that an order names, and writes the moments down where that is asked for.
 *
 * The order is a file, looked for at each moment: it holds for whichever thread the moment comes in, at once and
 * without a message that would arrive some time.
 */
const orderFile = process.env.FAULTS_ORDER
const momentsFile = process.env.FAULTS_MOMENTS
let order: KillOrder | undefined
let left = 0

for (const moment of [...traced, ...handled]) {
  subscribe(channelOf(moment), (message) => {
    if (momentsFile !== undefined) writeDown(moment, message, momentsFile)
    if (orderFile !== undefined) obey(moment, orderFile)
  })
}

function obey(moment: Moment, file: string): void {
  if (order === undefined) {
    order = readOrder(file)
    left = order?.count ?? 0
  }
  if (order?.moment !== moment) return
  left -= 1
  if (left > 0) return
  if (order.ends === 'process') process.kill(process.pid, 'SIGKILL')
  // In a worker thread this ends the thread.
  else process.exit(1)
}

function readOrder(file: string): KillOrder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The clock is the one that all processes of a machine share. */
function writeDown(moment: Moment, message: unknown, file: string): void {
  appendFileSync(file, `${JSON.stringify([moment, String(process.hrtime.bigint()), process.pid, threadId, message])}\n`)
}
