import type { ComponentChildren } from 'preact'
import { Empty } from '../../shared/empty.tsx'
import { reachable } from '../../shared/focus/reachable.ts'
import { duration, visible } from '../../shared/format.ts'
import { Wire } from '../../shared/payload.tsx'
import { hrefOf, place } from '../address.ts'
import { RowLink } from '../list/entry-list.tsx'
import { entry } from '../state.ts'
import { texts } from '../texts.ts'
import { shownTime } from '../times.ts'
import { Line } from '../trail/trail-list.tsx'
import type { Entry } from '../types.ts'
import { EntryActions } from './entry-actions.tsx'
import { whyHere } from './why.ts'

/** One entry: why it is here, what was tried, and what came. */
export function EntryView() {
  const shown = entry.value
  if (shown === undefined || place.value.entry !== shown.name) {
    return place.value.entry === '' ? <Empty title={texts.chooseOne} /> : <div aria-busy="true" />
  }
  return (
    <article
      key={shown.name}
      aria-labelledby="entry-title"
      {...reachable}
      class="focus-seen h-full overflow-y-auto p-3 flex flex-col gap-4"
    >
      <div>
        <a href={hrefOf({ entry: '' })} class="underline min-[900px]:hidden">
          {texts.back}
        </a>
        <h2 id="entry-title" tabIndex={-1} class="font-semibold text-base [overflow-wrap:anywhere]" dir="ltr">
          {visible(shown.reference ?? shown.id)}
        </h2>
        <p class="text-quiet">
          {shown.kind} · {shown.state}
        </p>
      </div>
      {!shown.masked && <p class="text-warning">{texts.unmasked}</p>}
      <EntryActions entry={shown} />
      <Part title={texts.why}>
        <ul class="list-disc pl-5">
          {whyHere(shown).map((line) => (
            <li key={line} dir="ltr" class="[overflow-wrap:anywhere]">
              {visible(line)}
            </li>
          ))}
        </ul>
      </Part>
      <Notes entry={shown} />
      <Attempts entry={shown} />
      <Done entry={shown} />
      <Others entry={shown} />
      {Object.entries(texts.came).map(([name, title]) => (
        <Came key={name} title={title} value={Reflect.get(shown, name)} />
      ))}
      <Facts entry={shown} />
    </article>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section aria-label={title} class="min-w-0">
      <h3 class="font-semibold mb-1">{title}</h3>
      {children}
    </section>
  )
}

function Attempts({ entry: { attempts } }: { entry: Entry }) {
  return (
    <Part title={texts.attempts}>
      {attempts.length === 0 ? (
        <p class="text-quiet">{texts.noAttempts}</p>
      ) : (
        <ol class="flex flex-col gap-1">
          {attempts.map(({ number, startedAt, ms, error, replay, note }) => (
            <li key={number} class="[overflow-wrap:anywhere]">
              <span class="tabular-nums">
                {number}. {shownTime(startedAt)} · {duration(ms)}
                {replay ? ' · replay' : ''}
              </span>{' '}
              <span dir="ltr" class={error === null ? '' : 'text-error'}>
                {visible([error ?? 'ended well', note].filter(Boolean).join('; '))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

/** What people found, or did, in their words. */
function Notes({ entry: { notes = [] } }: { entry: Entry }) {
  if (notes.length === 0) return null
  return (
    <Part title={texts.notes}>
      <ol class="flex flex-col gap-2">
        {notes.map(({ at, by, note }) => (
          <li key={`${at} ${note}`}>
            <p class="flex gap-2">
              <span class="font-medium min-w-0 [overflow-wrap:anywhere]" dir="auto">
                {visible(by ?? texts.somebody)}
              </span>
              <time class="text-quiet whitespace-nowrap tabular-nums" dateTime={at}>
                {shownTime(at)}
              </time>
            </p>
            <p class="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
              {visible(note)}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** What people did to it. */
function Done({ entry: { trail = [] } }: { entry: Entry }) {
  if (trail.length === 0) return null
  return (
    <Part title={texts.trailOf}>
      <ol class="flex flex-col gap-2">
        {trail.map((line) => (
          <li key={`${line.at} ${line.act}`}>
            <Line line={{ ...line, entry: null }} />
          </li>
        ))}
      </ol>
    </Part>
  )
}

function Others({ entry: { before = [], isMoreBefore, contradicts, conflictsWith } }: { entry: Entry }) {
  return (
    <>
      {before.length > 0 && (
        <Part title={texts.before}>
          {before.map((row) => (
            <RowLink key={row.name} row={row} />
          ))}
          {isMoreBefore && <p class="text-quiet">{texts.moreBefore}</p>}
        </Part>
      )}
      {conflictsWith !== null && contradicts !== undefined && (
        <Part title={texts.contradicts}>{contradicts === null ? texts.forgotten : <RowLink row={contradicts} />}</Part>
      )}
    </>
  )
}

function Came({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <Part title={title}>
      <Wire text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
    </Part>
  )
}

function Facts({ entry: { id, lane, receivedAt, dueAt, finishedAt } }: { entry: Entry }) {
  const facts = [
    ['id', id],
    ['lane', lane],
    ['received', shownTime(receivedAt)],
    ['next try', dueAt === null ? '' : shownTime(dueAt)],
    ['finished', finishedAt === null ? '' : shownTime(finishedAt)],
  ].filter(([, fact]) => fact !== '')
  return (
    <Part title={texts.facts}>
      <dl class="grid grid-cols-[auto_1fr] gap-x-3">
        {facts.map(([name = '', fact = '']) => (
          <div key={name} class="contents">
            <dt class="text-quiet">{name}</dt>
            <dd class="[overflow-wrap:anywhere]" dir="ltr">
              {visible(fact)}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
