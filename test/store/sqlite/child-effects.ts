import { once } from 'node:events'
import { filesOf } from '../../../src/store/sqlite/main/file-names.ts'
import { turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { closingOf, effectOf, openingOf } from '../../../src/testing/store-suite/samples.ts'

// A process that works twenty turns, then begins twenty effects, each in a group of its own, and tells between.
const [file = ''] = process.argv.slice(2)
const writer = turnsWriter(filesOf(file).turns, [])
writer.open()
const tell = async (stage: string): Promise<void> => {
  process.stdout.write(`${stage}\n`)
  await once(process.stdin, 'data')
}
await tell('open')
for (let number = 1; number <= 20; number += 1) {
  const opening = openingOf(`session-${number}`, 1)
  writer.execute({ tasks: [['open', ['default', opening, 1, number]]], payloads: [] })
  writer.execute({ tasks: [['close', ['default', closingOf(opening, String(number))]]], payloads: [] })
}
await tell('turns')
for (let number = 1; number <= 20; number += 1) {
  writer.execute({ tasks: [['begin', ['default', effectOf(), 1]]], payloads: [] })
}
await tell('effects')
writer.close()
process.exit()
