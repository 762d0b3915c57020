import type { ApplicationMap, MappedScreen } from '../../simulator/map/application-map.ts'
import { formatTable, hanging } from '../look/table.ts'
import { showable } from '../terminal.ts'

/** A map for people: its screens with their lengths and where they lead, what was found, and whether a bound was met. */
export function describeMap(map: ApplicationMap, columns = usualColumns): string {
  const { screens, findings, warnings, channels } = map
  const list = formatTable(
    ['screen', 'kind', ...channels, 'leads to'],
    screens.map((screen) => [
      screen.id,
      screen.kind,
      ...channels.map((channel) => lengthOf(screen, channel)),
      screen.pays === null
        ? [...new Set(screen.answers.map(({ to }) => to))].join(', ')
        : `asks for ${screen.pays.amount}`,
    ]),
    { columns, elastic: ['leads to', 'screen'] },
  )
  const found = findings.map(({ kind, screen, channels: where, text }) =>
    hanging('- ', showable(`${screen}: ${kind} on ${where.join(', ')}: ${text}`), columns),
  )
  const warned = warnings.map((warning) => hanging('- ', showable(warning), columns))
  return [
    list,
    ...(found.length === 0 ? [] : ['', 'Worth a look:', ...found]),
    ...(warned.length === 0 ? [] : ['', 'The plugin warns:', ...warned]),
    '',
    hanging('', summaryOf(map), columns),
  ].join('\n')
}

const usualColumns = 80

/** Characters, with the number of pages where there are several. */
function lengthOf({ lengths, pages }: MappedScreen, channel: keyof MappedScreen['lengths']): string {
  const count = pages[channel] ?? 1
  return `${lengths[channel] ?? '-'}${count > 1 ? ` x${count}` : ''}`
}

function summaryOf({ screens, bounds }: ApplicationMap): string {
  const { pushes, met, notWalked } = bounds
  const options = { pushes: '--pushes', depth: '--depth', time: '--for' }
  const places = notWalked === 1 ? '1 place' : `${notWalked} places`
  const were = notWalked === 1 ? 'was' : 'were'
  return [
    `${screens.length} screens with ${pushes} pushes.`,
    ...(met.length === 0 ? [] : [`Not all was seen: raise ${met.map((bound) => options[bound]).join(', ')}.`]),
    ...(notWalked === 0 ? [] : [`${places} looked like a screen already walked, and ${were} not walked again.`]),
    ...(met.length === 0 && notWalked === 0 ? ['Every answer was given.'] : []),
  ].join(' ')
}
