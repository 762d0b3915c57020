import { Braces, Copy, FlaskConical, Pencil, RotateCw } from 'lucide-preact'
import { dialog } from '../state/commands.ts'
import type { WholeRow } from '../state/types.ts'
import { texts } from '../texts/later.ts'
import { copyCurl, copyFixture, keysOf, send, ways } from './actions.ts'

/** What can be done with a row, at one place. */
export function ActionBar({ row }: { row: WholeRow }) {
  const isPush = row.direction === 'push'
  return (
    <div class="flex flex-wrap gap-2">
      {isPush && (
        <fieldset class="join max-w-full flex-wrap">
          <legend class="sr-only">{texts.resend}</legend>
          {ways.map((way) => (
            <button
              key={way}
              type="button"
              class={`btn btn-sm join-item px-2 ${way === 'again' ? 'btn-primary' : 'font-normal'}`}
              title={`${texts.waysLong[way]} (${keysOf(way)})`}
              onClick={() => send(row, way)}
            >
              {way === 'again' && <RotateCw size={14} aria-hidden="true" />}
              {texts.ways[way]}
            </button>
          ))}
        </fieldset>
      )}
      {isPush && (
        <button
          type="button"
          class="btn btn-sm px-2.5 font-normal"
          title={`${texts.commands.edit} (e)`}
          onClick={() => {
            dialog.value = 'edit'
          }}
        >
          <Pencil size={14} aria-hidden="true" />
          {texts.edit}
        </button>
      )}
      <button
        type="button"
        class="btn btn-sm px-2.5 font-normal"
        title={`${texts.commands.record} (w t)`}
        onClick={() => {
          dialog.value = 'record'
        }}
      >
        <FlaskConical size={14} aria-hidden="true" />
        {texts.record.button}
      </button>
      <button
        type="button"
        class="btn btn-sm px-2.5 font-normal"
        title={`${texts.commands.copyCurl} (c)`}
        onClick={() => void copyCurl(row)}
      >
        <Copy size={14} aria-hidden="true" />
        {texts.curl}
      </button>
      {isPush && (
        <button
          type="button"
          class="btn btn-sm px-2.5 font-normal"
          title={`${texts.commands.copyFixture} (x)`}
          onClick={() => void copyFixture(row)}
        >
          <Braces size={14} aria-hidden="true" />
          {texts.fixture}
        </button>
      )}
    </div>
  )
}
