import { span } from '../shared/format.ts'
import { go, place, togglePin } from '../state/address.ts'
import { act, ask } from '../state/api.ts'
import { addCommands, dialog } from '../state/commands.ts'
import { copy } from '../state/copy.ts'
import { rowOf } from '../state/log/rows.ts'
import { attempt, say } from '../state/notices.ts'
import { jumpTo } from '../state/simulator.ts'
import type { Row, WholeRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { curlOf } from './curl.ts'
import { wholeRow } from './whole-row.ts'

/** In which way a push goes out again. */
export type Way = 'again' | 'twice' | 'late' | 'forged' | 'otherCasing'

export const ways: readonly Way[] = ['again', 'twice', 'late', 'forged', 'otherCasing']

const keys: Readonly<Record<Way, string>> = { again: 'r', twice: 'd', late: 'w l', forged: 'w f', otherCasing: 'w c' }

addCommands(
  'row',
  ...ways.map((way) => ({
    name: texts.commands.resend(texts.ways[way]),
    keys: keys[way],
    run: () => withChosen(async (row) => send(row, way)),
    isPossible: () => chosen()?.direction === 'push',
  })),
  {
    name: texts.commands.edit,
    keys: 'e',
    run: () => {
      dialog.value = 'edit'
    },
    isPossible: () => chosen()?.direction === 'push',
  },
  {
    name: texts.commands.record,
    also: texts.commands.recordAlso,
    keys: 'w t',
    run: () => {
      dialog.value = 'record'
    },
    isPossible: () => chosen() !== undefined,
  },
  {
    name: texts.commands.pin,
    keys: 'w p',
    run: () => togglePin(place.value.row),
    isPossible: () => chosen() !== undefined,
  },
  {
    name: texts.commands.compare,
    keys: 'w d',
    run: () => go({ tab: 'compare' }),
    isPossible: () => chosen() !== undefined,
  },
  {
    name: texts.commands.copyCurl,
    keys: 'c',
    run: () => withChosen(copyCurl),
    isPossible: () => chosen() !== undefined,
  },
  {
    name: texts.commands.copyFixture,
    keys: 'x',
    run: () => withChosen(copyFixture),
    isPossible: () => chosen()?.direction === 'push',
  },
)

export function keysOf(way: Way): string {
  return keys[way]
}

let isAsked = false

/** Sends it again as it is. Before the first forgery it asks: the same again says yes. */
export function send(row: Pick<Row, 'id'>, way: Way): void {
  const goesOut = way !== 'forged' || isAsked
  isAsked ||= way === 'forged'
  if (goesOut) void resend(row, way)
  else say(texts.askForgery, { name: texts.forge, run: () => void resend(row, way) })
}

/** As what the API sends it. */
const forms = { again: 'duplicate', twice: 'duplicate', late: 'late', forged: 'forged', otherCasing: 'otherCasing' }

/** What is changed before a push is sent again. */
interface Changes {
  readonly url?: string
  readonly text?: string
}

/** Sends a push of the log again, and goes to the new row. @returns whether it was sent */
export async function resend({ id }: Pick<Row, 'id'>, way: Way, changes: Changes = {}): Promise<boolean> {
  const send = () => act<WholeRow>(`log/${id}/resend`, { as: forms[way], ...changes })
  const sent = await attempt(() => Promise.all(way === 'twice' ? [send(), send()] : [send()]))
  // Of two at once either may be answered first.
  const last = sent?.toSorted((one, other) => one.id - other.id).at(-1)
  if (last === undefined) return false
  go({ row: last.id })
  const { at, heldUntil } = last
  if (heldUntil !== undefined) {
    const long = span(Math.round((heldUntil - at) / 1_000) * 1_000)
    say(texts.held.goesOut(long), { name: texts.held.move(long), run: () => void jumpTo(heldUntil) })
  } else if (last.faults.includes('edited')) say(texts.sentEdited(last.status))
  else say(texts.sentAgain(texts.ways[way], last.status))
  return true
}

export async function copyCurl({ id }: Pick<Row, 'id'>): Promise<void> {
  const row = await attempt(() => ask<WholeRow>(`log/${id}`))
  if (row !== undefined) await copy(curlOf(row), texts.curlCopied)
}

export async function copyFixture({ id }: Pick<Row, 'id'>): Promise<void> {
  const fixture = await attempt(() => ask<object>(`log/${id}/fixture`))
  if (fixture !== undefined) await copy(`${JSON.stringify(fixture, null, 2)}\n`, texts.fixtureCopied)
}

type Chosen = Pick<Row, 'id' | 'direction'>

/** A row that was just sent is shown before the stream brings it. */
function chosen(): Chosen | undefined {
  const whole = wholeRow.value
  if (typeof whole === 'object' && whole.id === place.value.row) return whole
  return rowOf(place.value.row)
}

function withChosen(work: (row: Chosen) => Promise<void>): void {
  const row = chosen()
  if (row !== undefined) void work(row)
}
