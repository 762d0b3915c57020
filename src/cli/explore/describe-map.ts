import type { ApplicationMap, MappedScreen } from '../../simulator/map/application-map.ts'
import { formatTable, hanging, usualColumns } from '../look/table.ts'
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
      screen.pays === null ? leadsOf(screen) : `asks for ${screen.pays.amount}`,
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

/** With `?` where the screen was not walked again. */
function leadsOf({ answers }: MappedScreen): string {
  const doubtful = new Set(answers.filter(({ notWalked }) => notWalked === true).map(({ to }) => to))
  return [...new Set(answers.map(({ to }) => (doubtful.has(to) ? `${to}?` : to)))].join(', ')
}

/** Characters, with the number of pages where there are several. */
function lengthOf({ lengths, pages }: MappedScreen, channel: keyof MappedScreen['lengths']): string {
  const count = pages[channel] ?? 1
  return `${lengths[channel] ?? '-'}${count > 1 ? ` x${count}` : ''}`
}

function summaryOf({ screens, bounds }: ApplicationMap): string {
  const { pushes, met, notWalked } = bounds
  const options = { pushes: '--pushes', depth: '--depth', time: '--for' }
  return [
    `${screens.length} screens with ${pushes} pushes.`,
    ...(met.length === 0 ? [] : [`Not all was seen: raise ${met.map((bound) => options[bound]).join(', ')}.`]),
    ...(notWalked.length === 0 ? [] : [leftOf(notWalked)]),
    ...(met.length === 0 && notWalked.length === 0 ? ['Every answer was given.'] : []),
  ].join(' ')
}

function leftOf(notWalked: ApplicationMap['bounds']['notWalked']): string {
  const named = notWalked.slice(0, mostNamed).map(({ screen, answer }) => `${showable(answer)} at ${screen}`)
  const more = notWalked.length > mostNamed ? `, and ${notWalked.length - mostNamed} more` : ''
  return `Screens that look like one already walked were not walked again behind ${named.join(', ')}${more}.`
}

const mostNamed = 5
