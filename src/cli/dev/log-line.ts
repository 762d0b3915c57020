import { type Fields, isRecord } from '../../pushes/reading/json.ts'
import { parseJson } from '../../simulator/wire/names.ts'
import { printable } from '../../text/clean-text.ts'
import { clip, hanging } from '../look/table.ts'
import type { Terminal } from '../terminal.ts'
import { placeIn } from './app-processes.ts'

/** Shows the lines that an application logs beside a command, at a terminal; undefined where they stay as they are. */
export function logLines({ columns, draw, err }: Terminal): ((line: string) => void) | undefined {
  if (columns === undefined) return undefined
  return (line) => {
    const shown = readableLine(line, columns)
    if (shown === undefined) return
    // A line that counts down, or takes keys, is drawn again below.
    draw?.('')
    err(shown)
  }
}

/**
 * A line that an application wrote, as a person reads it: `14:02:31 delivered  reference=order-1`. What is no line of a logger in
 * JSON stays as it is. Undefined for one that the page shows better: a request, or what the plugin did with a push.
 *
 * @param columns of the terminal, at whose end words go on under the first one
 */
export function readableLine(line: string, columns?: number): string | undefined {
  const told = readLine(line)
  if (told === undefined) return line
  const { level, time, pid: _pid, hostname: _hostname, reqId: _request, msg = '', err, ...about } = told
  const isWorse = Number(level) > infoLevel
  if (!isWorse && (shownByPage.has(String(msg)) || /^Server listening at /.test(String(msg)))) return undefined
  const fields = Object.entries(about).map(([name, value]) => `${name}=${clip(textOf(value), longestValue)}`)
  const what = [String(msg), ...errorOf(err), ...fields].filter((part) => part !== '').join('  ')
  const word = words[Number(level)]
  const text = printable(`${word === undefined ? '' : `${word}: `}${clip(what, longestLine)}`)
  return hanging(`${timeOf(time)} `, text, columns)
}

function readLine(line: string): Fields | undefined {
  const told = line.startsWith('{') ? parseJson(line) : undefined
  return isRecord(told) && typeof told.level === 'number' && typeof told.time === 'number' ? told : undefined
}

/** Its message, and the first line of the project in its stack. */
function errorOf(err: unknown): readonly string[] {
  if (!isRecord(err)) return []
  const { type = 'Error', message = '', stack } = err
  const place = String(stack)
    .split('\n')
    .map(placeIn)
    .find((found) => found !== undefined)
  return [`${String(type)}: ${String(message)}${place === undefined ? '' : ` (${place})`}`]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function timeOf(time: unknown): string {
  const at = new Date(Number(time))
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

const infoLevel = 30
const words: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 40: 'warning', 50: 'error', 60: 'fatal' }
// Characters.
const longestValue = 60
const longestLine = 300

/** Told by Fastify and by the plugin of each push: the page has it, and here it would bury the lines of the application. */
const shownByPage: ReadonlySet<string> = new Set([
  'incoming request',
  'request completed',
  'merchant webhooks are received',
  'a turn was answered',
  'a notification was accepted',
  'a notification was handled',
  'an expected payment is settled',
])
