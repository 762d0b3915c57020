import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readMachine } from './machine.ts'
import { quantile } from './statistics.ts'

/**
 * The start of `simulate`, as a process of its own from the built package: prints the time until its address stands on stdout, and the
 * memory that it holds after it was idle for two seconds (resident set, from /proc; Linux).
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const bin = new URL('../dist/cli/merchant.js', import.meta.url).pathname
const starts: number[] = []
const memory: number[] = []
for (let run = 0; run < Number(values.runs); run += 1) {
  const begun = performance.now()
  const child = spawn(process.execPath, [bin, 'simulate', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  starts.push(performance.now() - begun)
  const { url } = JSON.parse(value)
  if (!URL.canParse(url)) throw new Error(`simulate printed no address: ${value}`)
  await sleep(2_000)
  memory.push(residentOf(child))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
const { processor, cores, load } = readMachine()
console.log(`${processor}, ${cores} cores, load ${load.toFixed(1)}, Node ${process.versions.node}`)
console.log(
  `simulate, ${starts.length} starts: its address stands after ${quantile(starts, 0.5).toFixed(0)} ms (p50), ` +
    `${quantile(starts, 1).toFixed(0)} ms (longest); idle it holds ${quantile(memory, 0.5).toFixed(0)} MB`,
)

/** MB. */
function residentOf({ pid }: ChildProcess): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}
