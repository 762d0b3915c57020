import { writeFileSync } from 'node:fs'
import { findExpressions } from './expressions.ts'
import { problemOf, textOf, version } from './judge.ts'

// Judges each expression of the source, and keeps those that are safe and take long to judge in `costly-expressions.json`, by
// which `expressions.test.ts` knows them: `node test/text/write-costly-expressions.ts`. Needed where that test has become slow.

// ms
const long = 40

const safe = new Set<string>()
for (const expression of findExpressions().written) {
  const begun = performance.now()
  const problem = problemOf(expression)
  if (problem !== undefined) console.error(problem)
  else if (performance.now() - begun > long) safe.add(textOf(expression))
}
writeFileSync(
  new URL('costly-expressions.json', import.meta.url),
  `${JSON.stringify({ judgedBy: version, safe: [...safe].sort() }, null, 2)}\n`,
)
process.exit()
