import { silentLog } from '../../../src/log.ts'
import { sqliteStore } from '../../../src/store/sqlite/index.ts'
import { entryOf } from '../../../src/testing/store-suite/samples.ts'

// A process that opens the store of a file, keeps an entry, tells so, and does what its second argument says.
const [file = '', then = 'stay'] = process.argv.slice(2)
const nothing = (): void => undefined
const opened = sqliteStore(file).open({ registration: 'default', log: silentLog })
await opened.ready
await opened.inbox.accept(entryOf({ id: `child-${process.pid}`, identity: `child-${process.pid}` }), true)
process.stdout.write('kept\n')
if (then === 'close') await opened.close()
if (then === 'stay') setInterval(nothing, 1_000)
