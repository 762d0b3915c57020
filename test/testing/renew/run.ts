import { readFileSync, writeFileSync } from 'node:fs'
import { plainEvent } from '../../../src/pushes/event.ts'
import { fixtures } from '../../../src/testing/fixture.ts'
import { replay } from '../../../src/testing/replay.ts'
import { receivingApp } from '../receiving-app.ts'
import { withNewFields } from './new-fields.ts'

/**
 * Adds a new field of an event to the fixtures that expect such an event: `npm run fixtures` says which, `-- --write` writes
 * them. A value that is there is never changed: a fixture that says something else is a finding.
 */
if (process.env.CI !== undefined) throw new Error('Fixtures are renewed by a person, who looks at what has changed.')
const isWritten = process.argv.includes('--write')
const { app, takeEvents } = await receivingApp()
const added = new Map<string, string[]>()
const differing: string[] = []
for (const fixture of fixtures()) {
  await replay(app, fixture)
  const [event] = takeEvents().map(plainEvent)
  const expected = fixture.expect.event
  if (event === undefined || expected === undefined) continue
  const renewed = withNewFields(expected, Object(event))
  if (renewed.differing.length > 0) differing.push(`${fixture.name}: ${renewed.differing.join(', ')}`)
  if (renewed.added.length === 0) continue
  for (const name of renewed.added) added.set(name, [...(added.get(name) ?? []), fixture.name])
  if (!isWritten) continue
  const file = new URL(`../../../fixtures/${fixture.name}.json`, import.meta.url)
  const whole = JSON.parse(readFileSync(file, 'utf8'))
  whole.expect.event = renewed.event
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`)
}
await app.close()
for (const [name, names] of added)
  console.log(`${isWritten ? 'added' : 'new'} ${name}: ${names.length} fixtures\n  ${names.join('\n  ')}`)
for (const line of differing) console.log(`differs, look yourself: ${line}`)
if (added.size === 0) console.log('No event has a field that its fixture lacks.')
else console.log(isWritten ? 'Look at each: git diff fixtures' : 'npm run fixtures -- --write adds them.')
process.exitCode = differing.length > 0 ? 1 : 0
