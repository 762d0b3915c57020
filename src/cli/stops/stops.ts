import type { Command } from 'commander'
import { stoppedJson } from '../../admin/stops.ts'
import { withExamples } from '../command.ts'
import { withStoreOptions } from '../look/look-args.ts'
import type { RegistrationPlace } from '../look/look-at-store.ts'
import { showTime } from '../look/read-time.ts'
import { formatTable } from '../look/table.ts'
import { showable, showJson, type Terminal } from '../terminal.ts'
import { withStops } from './with-stops.ts'

/** `fastify-merchant-webhooks stops`: which kinds are stopped, by whom and why. */
export function define(stops: Command, terminal: Terminal): void {
  withExamples(withStoreOptions(stops), 'stops', 'stops --json')
    .addHelpText('after', '\nPhone numbers are shortened. Times are GMT.')
    .action((values: RegistrationPlace) => listStops(values, terminal))
}

async function listStops(values: RegistrationPlace, terminal: Terminal): Promise<void> {
  await withStops(values, async (stops, registration) => {
    const stopped = await stops.list()
    if (values.json === true) terminal.out(showJson({ stops: stopped.map(stoppedJson) }, 2))
    else if (stopped.length === 0) terminal.out(`No kind is stopped in '${showable(registration)}'.`)
    else {
      const rows = stopped.map(({ kind, since, by, reason }) => [kind, showTime(since), showable(by), showable(reason)])
      const fit = { columns: terminal.columns, elastic: ['by', 'reason'] }
      terminal.out(formatTable(['kind', 'since', 'by', 'reason'], rows, fit))
    }
  })
}
