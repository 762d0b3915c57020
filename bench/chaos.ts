import { parseArgs } from 'node:util'
import { chaos, type Rule } from '../src/simulator/index.ts'
import { type Bug, shopWith } from '../test/simulator/chaos/shop.ts'
import { readMachine } from './machine.ts'

/**
 * Chaos against a shop with one of three mistakes: prints after how many seconds it has found and shrunk each, and to how many steps. It
 * fails where one isn't found within 60 s, or takes more than 6 steps to tell.
 */
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1,2,3' } } })
const mistakes = [
  ['a script that orders outside of talk.once', 'noOnce', 'boughtTwice'],
  ['a handler that believes every callback', 'believesAll', 'deliveredUnpaid'],
  ['a script that blocks the process', 'blocks', 'blocked'],
] as const satisfies (readonly [what: string, bug: Bug, rule: Rule])[]
const { processor, cores, load } = readMachine()
console.log(`${processor}, ${cores} cores, load ${load.toFixed(1)}, Node ${process.versions.node}`)
for (const [what, bug, rule] of mistakes) {
  for (const seed of values.seeds.split(',').map(Number)) {
    const begun = performance.now()
    // Beside other work any handler waits: only where one blocks is it looked for.
    const blocked = rule === 'blocked' ? undefined : 60_000
    const { failure, runs } = await chaos(shopWith(bug), { seed, time: 60_000, blocked })
    const seconds = (performance.now() - begun) / 1_000
    const steps = failure?.story.steps.length ?? 0
    console.log(
      failure === null
        ? `${what}, seed ${seed}: not found in ${runs} stories, ${seconds.toFixed(1)} s`
        : `${what}, seed ${seed}: ${failure.violation.rule} in story ${runs}, ${steps} of ${failure.foundWith} steps, ${seconds.toFixed(1)} s`,
    )
    if (failure?.violation.rule !== rule || steps > 6) process.exitCode = 1
  }
}
