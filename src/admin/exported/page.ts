import { htmlFile, madeBy, visible } from '../../text/html/file.ts'
import { type Html, html } from '../../text/html/html.ts'
import { maskWritten } from '../../text/phone.ts'
import type { InboxAttempt } from '../inbox-entry.ts'
import { type EntryView, maskedJson, whyOf } from '../masked-entry.ts'
import type { ShownNote } from '../notes.ts'
import type { InboxReview } from '../review.ts'

/** A masked entry as one file of HTML: its facts, its attempts, what came, and what people noted. */
export function entryPage({ entry, came }: EntryView, notes: readonly ShownNote[]): string {
  const { kind, id, state, lane, reference, attempts, review, ...rest } = maskedJson(entry)
  const facts: readonly (readonly [name: string, fact: string | null])[] = [
    ['State', rest.replay ? `${state}, asked for again` : state],
    ['Id', id],
    ['Reference', reference],
    ['Lane', lane],
    ['Received', timeOf(rest.receivedAt)],
    ['Finished', rest.finishedAt && timeOf(rest.finishedAt)],
    ['Next attempt', rest.dueAt && timeOf(rest.dueAt)],
    ['Reason', rest.reason],
    ['Outcome', whyOf(entry)],
    ['Unreadable', entry.problem && maskWritten(entry.problem)],
    ['Contradicts', rest.conflictsWith],
    ['Review', review && inWords(review)],
  ]
  const parts = Object.entries(came).filter(([, part]) => part !== null)
  return htmlFile(
    visible(`${kind} ${reference ?? id}`),
    html`<p>A kept notification. Phone numbers, names and texts in it are masked.</p>
<p>${madeBy()}</p>
<dl>${facts.flatMap(([name, fact]) => (fact === null ? [] : [html`<dt>${name}</dt><dd>${visible(fact)}</dd>`]))}</dl>
<h2>Attempts</h2>
${attempts.length === 0 ? html`<p>None</p>` : html`<ul>${attempts.map(drawAttempt)}</ul>`}
${parts.map(([name, part]) => html`<h2>What came: ${name}</h2><pre>${visible(JSON.stringify(part, null, 2))}</pre>`)}
<h2>Notes</h2>
${notes.length === 0 ? html`<p>None</p>` : html`<ul>${notes.map(drawNote)}</ul>`}`,
  )
}

function timeOf(at: Date): string {
  return at.toISOString()
}

function inWords({ reasons, settledAt, settledBy, note }: InboxReview): string {
  const why = reasons.join(', ')
  if (settledAt === null) return `needed: ${why}`
  const by = settledBy === null ? '' : ` by ${settledBy}`
  return `${why}; settled ${timeOf(settledAt)}${by}${note === null ? '' : `: ${note}`}`
}

function drawAttempt({ number, startedAt, ms, error, note, replay }: InboxAttempt): Html {
  const end = [error ?? 'done', ...(note === undefined ? [] : [note])].join('; ')
  return html`<li>${number}${replay ? ', asked for again' : ''}, ${timeOf(startedAt)}, ${Math.round(ms)} ms: ${visible(end)}</li>`
}

function drawNote({ at, by, note }: ShownNote): Html {
  return html`<li>${visible(by ?? 'Somebody')}, ${timeOf(at)}: ${visible(note)}</li>`
}
