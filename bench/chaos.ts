import { parseArgs } from 'node:util'
import { chaos } from '../src/simulator/index.ts'
import { type Bug, shopWith } from '../test/simulator/chaos/shop.ts'
import { readMachine } from './machine.ts'

/**
 * Chaos against a shop with one of three mistakes: prints after how many seconds it has found and shrunk each, and to how many steps. It
 * fails where one isn't found within 60 s, or takes more than 6 steps to tell.
 */
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1,2,3' } } })
const mistakes: Readonly<Record<string, Bug>> = {
  'a script that orders outside of talk.once': 'noOnce',
  'a handler that believes every callback': 'believesAll',
  'a script that blocks the process': 'blocks',
}
const { processor, cores, load } = readMachine()
console.log(`${processor}, ${cores} cores, load ${load.toFixed(1)}, Node ${process.versions.node}`)
for (const [what, bug] of Object.entries(mistakes)) {
  for (const seed of values.seeds.split(',').map(Number)) {
    const begun = performance.now()
    const { failure, runs } = await chaos(shopWith(bug), { seed, time: 60_000 })
    const seconds = (performance.now() - begun) / 1_000
    const steps = failure?.story.steps.length ?? 0
    console.log(
      failure === null
        ? `${what}, seed ${seed}: not found in ${runs} stories, ${seconds.toFixed(1)} s`
        : `${what}, seed ${seed}: ${failure.violation.rule} in story ${runs}, ${steps} of ${failure.foundWith} steps, ${seconds.toFixed(1)} s`,
    )
    if (failure === null || steps > 6) process.exitCode = 1
  }
}
