import { parseArgs } from 'node:util'
import { applications } from './applications/index.ts'
import { walk } from './walk.ts'

// The long form of walker.test.ts: `npm run walk -- --pushes 150000 --seed 1`. See CONTRIBUTING.md.
const { values } = parseArgs({
  options: {
    pushes: { type: 'string', default: '150000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const startedAt = performance.now()
const { walked, findings } = await walk({
  pushes: Number(values.pushes),
  seed: Number(values.seed),
  walks: applications.filter(({ name }) => name.includes(values.only)),
  progress: ({ application, channel, pushes, screens, walkedScreens, classes, taken, isWhole }) =>
    console.log(
      `${application}, ${channel}: ${pushes} pushes, ${walkedScreens} of ${screens} screens, ${taken} of ${classes} classes: ${isWhole ? 'whole' : 'not whole'}`,
    ),
})
console.table(walked)
const pushes = walked.reduce((sum, one) => sum + one.pushes, 0)
const screens = walked.reduce((sum, one) => sum + one.screens, 0)
const seconds = Math.round((performance.now() - startedAt) / 1_000)
console.table([{ seed: Number(values.seed), pushes, screens, findings: findings.length, seconds }])
for (const { what, times, where, story } of findings) console.log(`\n${what}: ${times} times; ${where}\n${story}`)
// With fewer pushes than this nothing can be expected to be whole.
const isLong = Number(values.pushes) >= 150_000 && values.only === ''
const cut = isLong ? walked.filter(({ isWhole }) => !isWhole) : []
for (const { application, channel } of cut) console.log(`${application}, ${channel}: not every class at every screen`)
const isWhole = walked.every((one) => one.isWhole)
const held = isWhole ? 'everything holds' : 'what was walked holds, which is not every class at every screen'
console.log(findings.length === 0 ? held : `${findings.length} findings`)
if (findings.length > 0 || cut.length > 0) process.exitCode = 1
