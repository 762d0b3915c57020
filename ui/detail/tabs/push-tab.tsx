import { Fragment } from 'preact'
import { reachable } from '../../shared/focus/reachable.ts'
import { visible } from '../../shared/format.ts'
import { Payload, Wire } from '../../shared/payload.tsx'
import type { NotificationWork, WholeRow } from '../../state/types.ts'
import { texts } from '../../texts/later.ts'
import { work } from '../work.ts'
import { Headers } from './headers.tsx'

/** What went over the wire, beside what the plugin reads in it. */
export function PushTab({ row }: { row: WholeRow }) {
  const { method, url, request, plugin } = row
  return (
    <div class="@container">
      <div class={`p-3 grid gap-4 ${plugin === null ? '' : '@xl:grid-cols-2'}`}>
        <div class="flex flex-col gap-3 min-w-0">
          <p {...reachable} class="focus-seen font-mono [overflow-wrap:anywhere] max-h-40 overflow-y-auto">
            <span class="font-semibold">{method}</span> {visible(url)}
          </p>
          <Payload label={texts.body} {...request} size={request.bytes} words={texts.payload} />
          <Headers headers={request.headers} />
        </div>
        {plugin !== null && <Read plugin={plugin} />}
      </div>
    </div>
  )
}

function Read({ plugin: { event, problem, notes } }: { plugin: NonNullable<WholeRow['plugin']> }) {
  const isPayment = typeof Reflect.get(Object(event), 'outcome') === 'string'
  return (
    <section aria-label={texts.read} class="min-w-0 flex flex-col gap-2">
      <h3 class="font-semibold">{isPayment ? texts.readBody : texts.read}</h3>
      {isPayment && <p class="text-quiet text-pretty">{texts.bodyAlone}</p>}
      {isPayment && work.value?.state === 'done' && <Got work={work.value} />}
      {problem !== null && <p class="text-error font-medium">{texts.refusedAs(visible(problem))}</p>}
      {event !== null && <Wire text={JSON.stringify(event, null, 2)} />}
      {notes.length > 0 && (
        <div>
          <h4 class="font-medium">{texts.notes}</h4>
          <ul class="list-disc pl-5">
            {notes.map((note) => (
              <li key={note} class="break-words">
                {visible(note)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** What the handler of a payment got, beside what stands in the body. */
function Got({ work: { outcome, reference, evidence } }: { work: NotificationWork }) {
  const got = Object.entries({ outcome, reference, evidence })
  return (
    <section aria-label={texts.handlerGot}>
      <h4 class="font-medium">{texts.handlerGot}</h4>
      <dl class="grid grid-cols-[auto_1fr] gap-x-3 font-mono">
        {got.map(([name, value]) => (
          <Fragment key={name}>
            <dt class="text-quiet">{name}</dt>
            <dd class="[overflow-wrap:anywhere]">{value === null ? 'null' : visible(value)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
